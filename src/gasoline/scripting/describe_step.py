"""Describes a step in the comment above it."""

from gasoline.scripting import steps
from gasoline.scripting.steps import Act


def describe(act: Act) -> str:  # noqa: C901, PLR0911  one case for each kind
    """The user's action in a few words; empty if the code is just as clear."""
    match act:
        case steps.Click(target=target, double=double):
            return f"{'Double-click' if double else 'Click'} {target.label}"
        case steps.Send(target=target):
            return f"Submit the form {target.label}"
        case steps.Fill(target=target):
            return f"Fill {target.label}"
        case steps.Check(target=target, on=on):
            return f"{'Check' if on else 'Uncheck'} {target.label}"
        case steps.Choose(target=target):
            return f"Select an option in {target.label}"
        case steps.ChooseFiles(target=target):
            return f"Choose files for {target.label}"
        case steps.Drag(target=target, onto=onto):
            return f"Drag {target.label} onto {onto.label}"
        case steps.Press(key=key, modifiers=modifiers):
            return f"Press {'+'.join((*modifiers, key))}"
        case steps.Travel(back=back):
            return f"Go {'back' if back else 'forward'} in the browser"
        case steps.Reload():
            return "Reload the page"
        case steps.Remark(text=text):
            return text
    return ""
