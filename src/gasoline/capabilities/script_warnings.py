"""What a person must know before running a generated script."""

from gasoline.scripting.addresses import has_made_up_name
from gasoline.scripting.build import Builder
from gasoline.scripting.steps import ChooseFiles, Fill, Open, Secret


def script_warnings(builder: Builder, left_out: int = 0) -> list[str]:
    """Secrets to fill in, tokens and steps that were left out."""
    warnings = _secrets(builder)
    if builder.addresses.stripped:
        warnings.append("Token parameters were stripped from URLs: sign in by steps or by a stored state instead.")
    if any(isinstance(step.act, ChooseFiles) for step in builder.steps):
        warnings.append("File contents are never recorded: the script sends a placeholder, replace it if they matter.")
    if any(isinstance(step.act, Open) and has_made_up_name(step.act.address.url) for step in builder.steps):
        warnings.append(
            "The script opens a page with a generated name, which may exist only on the server it was recorded on."
        )
    if left_out:
        warnings.append(f"The last {left_out} steps left out to keep the script short: use last_n_actions.")
    return [*warnings, *dict.fromkeys(builder.warnings)]


def _secrets(builder: Builder) -> list[str]:
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
