"""Exhibits as widgets of a notebook: the kernel answers their actions."""
