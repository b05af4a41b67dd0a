"""An area to drop files on."""
