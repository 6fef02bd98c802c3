"""What a development server prints, as entries: lines without terminal codes, their levels, and stack traces as one."""
