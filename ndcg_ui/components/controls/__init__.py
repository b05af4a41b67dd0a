"""Fields and switches for the settings of an exhibit."""
