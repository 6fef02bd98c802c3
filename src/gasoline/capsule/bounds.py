"""The numbers that bound a capsule, written or read."""

from gasoline.launch.recording_dir import CAPSULE_FILE_BYTES
from gasoline.model.units import KIB, MIB
from gasoline.model.wire import SCREENSHOT_BYTES
from gasoline.store.screenshot_folder import SCREENSHOTS_KEPT

FORMAT = 1
"""Raised when an older version could misread a new file."""
SUFFIX = ".gasoline"

FILE_BYTES = CAPSULE_FILE_BYTES
UNPACKED_BYTES = 160 * MIB
"""All files together, measured while unpacking."""
MEMBER_BYTES = 48 * MIB
MANIFEST_BYTES = 256 * KIB
MEMBERS = 64
LINES = 20_000
"""Lines of one stream."""
PICTURE_BYTES = SCREENSHOT_BYTES
PICTURES = SCREENSHOTS_KEPT

SAVED_BYTES = 5 * MIB  # CAPS-02
TEXT_BYTES = SAVED_BYTES - MANIFEST_BYTES
"""All streams together, packed; pictures get what they leave."""
NOTE_CHARS = 2_000
KEPT = 20
"""Saved capsules in the state directory: the newest."""
