"""Published calculations as printed, their claims, and the steps of a replay."""
