"""The dashboard's data: views of the capabilities, the live feed, and browser sessions."""
