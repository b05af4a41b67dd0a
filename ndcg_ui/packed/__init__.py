"""What a first visit is sent, packed once and kept: scripts in Brotli, fonts cut to our texts."""
