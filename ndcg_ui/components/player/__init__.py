"""A calculation shown step by step."""
