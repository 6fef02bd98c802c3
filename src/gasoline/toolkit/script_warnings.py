"""Warnings about a generated script."""

from collections.abc import Iterable, Sequence

from gasoline.kernel.quoted import listed
from gasoline.model.events import Event
from gasoline.scripting.calls import Call, calls_by_step
from gasoline.scripting.script_urls import has_made_up_name
from gasoline.scripting.step_builder import StepBuilder
from gasoline.scripting.steps import ChooseFiles, Fill, Open, Secret

UNTRUSTED = (
    "Parts of this script are about entries of an untrusted frame, which another page of its site may have made up: "
    "observe what=errors and what=network mark them."
)
CHANGES_STATE = ("POST", "PUT", "PATCH", "DELETE")


def script_warnings(builder: StepBuilder, calls: Sequence[Call], left_out: int = 0) -> list[str]:
    """Warnings about missing secrets, removed tokens, changes on the server and omitted steps."""
    warnings = [*_secrets(builder), *_state_changes(builder, calls)]
    if builder.addresses.stripped:
        warnings.append("Token parameters were removed from URLs: sign in through steps or a stored state instead.")
    if any(isinstance(step.act, ChooseFiles) for step in builder.steps):
        warnings.append(
            "File contents are never recorded: the script uploads a placeholder; replace it if the content matters."
        )
    if any(isinstance(step.act, Open) and has_made_up_name(step.act.address.url) for step in builder.steps):
        warnings.append(
            "The script opens a page with a generated name, which may exist only on the server it was recorded on."
        )
    if left_out:
        warnings.append(f"The last {left_out} steps were left out to keep the script short: use last_n_actions.")
    return [*warnings, *dict.fromkeys(builder.warnings)]


def trust_warnings(events: Iterable[Event]) -> list[str]:
    """What the script is about."""
    return [UNTRUSTED] if any(event.untrusted_frame is True for event in events) else []


def _state_changes(builder: StepBuilder, calls: Sequence[Call]) -> list[str]:
    """What a second run finds changed. A failed request changed nothing."""
    changes = {
        f"{builder.steps[place].comment or 'Open the page'} ({call.method})": None
        for place, caused in calls_by_step(builder.steps, calls).items()
        for call in caused
        if call.method in CHANGES_STATE and not call.is_failure
    }
    changes |= {f"{form} (POST)": None for form in builder.posted}
    if not changes:
        return []
    return [
        f"Steps may change the server's state: {listed(changes)}. A second run may differ, so restore the state before "
        "each run."
    ]


def _secrets(builder: StepBuilder) -> list[str]:
    kinds = {
        step.act.value.variable: step.act.input_type
        for step in builder.steps
        if isinstance(step.act, Fill) and isinstance(step.act.value, Secret)
    }
    return [
        f"{'Password' if kinds.get(variable) == 'password' else 'Sensitive'} field value redacted — replace "
        f"'[user-provided]' with test credentials, or set {variable}"
        for variable in builder.variables.names
    ]
