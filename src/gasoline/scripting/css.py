"""CSS selectors for values that the page chose."""

import re

TEST_ID_ATTRIBUTES = ("data-testid", "data-test-id", "data-cy")  # v5, Selector Strategy
_PLAIN_ID = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
_PLAIN_ATTRIBUTE = re.compile(r"[A-Za-z][\w-]*", re.ASCII)


def css_string(text: str) -> str:
    """A string of CSS."""
    return '"' + re.sub(r'[\x00-\x1f\x7f"\\]', lambda match: f"\\{ord(match.group()):x} ", text) + '"'


def attribute_selector(name: str, value: str) -> str:
    """`[name="value"]`; a name that is none is taken as data-testid."""
    return f"[{name if _PLAIN_ATTRIBUTE.fullmatch(name) else 'data-testid'}={css_string(value)}]"


def id_selector(value: str) -> str:
    """`#id`, or the attribute where the id would have to be escaped."""
    return f"#{value}" if _PLAIN_ID.fullmatch(value) else attribute_selector("id", value)


def test_id_selector(value: str) -> str:
    """A test id in any of the attributes that the recorder reads."""
    return ", ".join(attribute_selector(name, value) for name in TEST_ID_ATTRIBUTES)
