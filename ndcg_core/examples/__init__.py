"""Published calculations, exactly as printed. Their claims, and the steps of a replay."""
