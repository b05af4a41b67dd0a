"""The worst inputs of every reader, and what one of them costs a server."""
