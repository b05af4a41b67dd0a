"""The parts of the practice page: sheets, tasks by drag, predictions, where a number is from."""
