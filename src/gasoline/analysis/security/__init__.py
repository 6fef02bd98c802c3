"""What the captures say about security: formats of secrets, personal data, and one module for each rule."""
