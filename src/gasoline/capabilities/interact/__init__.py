"""What an assistant can do in the page, if the person has switched on AI Web Pilot."""
