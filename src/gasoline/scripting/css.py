"""CSS selectors for values that the page chose."""

import re

from gasoline.model.state_classes import STATE_PREFIXES, STATE_WORDS

TEST_ID_ATTRIBUTES = ("data-testid", "data-test-id", "data-cy")  # ACT-03
_PLAIN_ID = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
_PLAIN_ATTRIBUTE = re.compile(r"[A-Za-z][\w-]*", re.ASCII)


# Attribute values and strings are matched first, so that their content is not mistaken for a class.
_STATE = re.compile(
    r"""(?P<text>\[[^\]]*\]|"[^"]*")|\.(?P<name>(?:\\.|[\w-])+)"""
    r"|:(?:focus(?:-within|-visible)?|hover|active|visited|target)(?![\w(-])"
)
_SEPARATORS = re.compile(r"[-_]+")


def without_state(selector: str) -> str:
    """The selector without transient classes and pseudo-classes."""
    kept = _STATE.sub(_lasting, selector)
    return " > ".join(_compound(part) for part in kept.split(" > ")) if kept != selector else selector


def is_state_class(name: str) -> bool:
    """`cm-focused`, `is-active`, `btn--open`."""
    words = [word.lower() for word in _SEPARATORS.split(name) if word]
    return bool(words) and (words[-1] in STATE_WORDS or (len(words) > 1 and words[0] in STATE_PREFIXES))


def _lasting(match: re.Match[str]) -> str:
    if match["text"] or (match["name"] and not is_state_class(match["name"])):
        return match.group()
    return ""


def _compound(selector: str) -> str:
    """The selector must not become empty."""
    return f"*{selector}" if not selector or selector.startswith(":") else selector


def css_string(text: str) -> str:
    """A CSS string."""
    return '"' + re.sub(r'[\x00-\x1f\x7f"\\]', lambda match: f"\\{ord(match.group()):x} ", text) + '"'


def attribute_selector(name: str, value: str) -> str:
    """`[name="value"]`; an invalid attribute name becomes data-testid."""
    return f"[{name if _PLAIN_ATTRIBUTE.fullmatch(name) else 'data-testid'}={css_string(value)}]"


def id_selector(value: str) -> str:
    """`#id`, or an attribute selector if the id would need escaping."""
    return f"#{value}" if _PLAIN_ID.fullmatch(value) else attribute_selector("id", value)


def test_id_selector(value: str) -> str:
    """Matches a test id in any of the attributes that the recorder reads."""
    return ", ".join(attribute_selector(name, value) for name in TEST_ID_ATTRIBUTES)
