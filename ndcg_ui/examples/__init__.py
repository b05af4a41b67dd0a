"""The page `/examples`: published calculations, replayed and marked."""
