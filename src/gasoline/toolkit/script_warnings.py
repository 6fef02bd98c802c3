"""Warnings about a generated script."""

from gasoline.scripting.script_urls import has_made_up_name
from gasoline.scripting.step_builder import StepBuilder
from gasoline.scripting.steps import ChooseFiles, Fill, Open, Secret


def script_warnings(builder: StepBuilder, left_out: int = 0) -> list[str]:
    """Warnings about missing secrets, removed tokens and omitted steps."""
    warnings = _secrets(builder)
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
