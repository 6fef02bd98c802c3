"""What the tests of the audit share."""

import sys
from pathlib import Path

import pytest
from parts import Parts

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)
