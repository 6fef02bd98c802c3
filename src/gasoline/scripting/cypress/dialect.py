"""The Cypress dialect."""

from dataclasses import dataclass, field

from gasoline.kernel.shape import Shape
from gasoline.model.actions import SelectorName
from gasoline.model.placeholders import USER_PROVIDED
from gasoline.scripting import steps
from gasoline.scripting.css import test_id_selector
from gasoline.scripting.cypress.collector import collector, routes
from gasoline.scripting.cypress.key_names import typed
from gasoline.scripting.cypress.locators import exact_text, locate, scope_of
from gasoline.scripting.encode import js_comment, js_literal
from gasoline.scripting.matcher import NO_EXPECTATION, asserted_shape
from gasoline.scripting.plan import (
    DomCheck,
    ExpectedResponse,
    NoBody,
    NoNewErrors,
    NoRecurrence,
    Plan,
    PlannedStep,
    TextCheck,
    file_type,
)
from gasoline.scripting.recorded_error import ANYTHING, RecordedError, failure_pattern
from gasoline.scripting.script_urls import regex_escape
from gasoline.scripting.steps import Act, Address, Dialog, Secret, Target
from gasoline.scripting.typing_rhythm import keys_of

SCRIPT_LATE_MS = 2_000  # how long a script waits for late responses, which Cypress cannot count
_SET_BY_SCRIPT = ("range", "color")


@dataclass
class Cypress:
    """Writes commands for Cypress, valid as JavaScript and as TypeScript."""

    used: list[SelectorName] = field(default_factory=list)

    def imports(self, plans: list[Plan]) -> list[str]:
        files = [(plan.fixture_names, plan.fixtures) for plan in plans if plan.fixtures]
        return [
            '/// <reference types="cypress" />',
            *(f"import {{ {names} }} from {js_literal(file)};" for names, file in files),
        ]

    def opening(self, plan: Plan) -> list[str]:
        lines = [*map(js_comment, plan.header), f"it({js_literal(plan.title)}, () => {{"]
        if plan.ending:
            lines += collector(of_requests=plan.is_about_a_request)
        return lines + (routes(has_earlier=plan.has_earlier) if plan.fixtures else [])

    def closing(self, plan: Plan) -> list[str]:
        lines = ["", *(f"  {js_comment(remark)}" for remark in plan.remarks)] if plan.remarks else []
        if plan.ending is None:
            return [*lines, "});"]
        ending = plan.ending
        check = _not_again(ending.error) if isinstance(ending, NoRecurrence) else _nothing_new(ending.known)
        lines += ["", "  // Wait briefly for late errors.", f"  cy.wait({plan.ending.watch_ms}).then(() => {{"]
        still = ending.still if isinstance(ending, NoNewErrors) else ()
        return [*lines, *check, "  });", *(f"  {_text_check(each)}" for each in still), "});"]

    def scene(self, scene: PlannedStep) -> list[str]:
        step = scene.step
        lines = [""]
        if step.pause_s:
            lines.append(f"// [{step.pause_s:.1f}s pause]")
        if step.comment:
            lines.append(js_comment(f"Step {scene.number}: {step.comment}" if scene.number else step.comment))
        lines += [_intercept(response) for response in scene.responses]
        lines += [line for dialog in step.dialogs for line in _on_dialog(dialog)]
        lines += self._act(step.act, scene.checks_url)
        for response in scene.responses:
            lines += _expect_response(response)
        lines += [_dom_check(check) for check in scene.dom_checks]
        if scene.awaits_late_responses:
            lines += ["// A late response must not replace what the page shows.", f"cy.wait({SCRIPT_LATE_MS});"]
        lines += [_text_check(check) for check in scene.text_checks]
        if scene.screenshot:
            lines.append("cy.screenshot();")
        return [f"  {line}" if line else "" for line in lines]

    def _act(self, act: Act, checks_url: bool) -> list[str]:  # noqa: PLR0911, C901  one case for each kind
        match act:
            case steps.Open(address=address):
                return [f"cy.visit({js_literal(address.url)});", *(_url_check(address) if checks_url else [])]
            case steps.Reload():
                return ["cy.reload();"]
            case steps.Travel(back=back, address=address):
                return [f"cy.go({js_literal('back' if back else 'forward')});", *_url_check(address)]
            case steps.Arrive(address=address):
                return _url_check(address)
            case steps.Remark():
                return []
            case steps.Press(focus=focus):
                return [typed(act, self._locate(focus) if focus else None)]
            case steps.Drag(target=target, onto=onto):
                return self._drag(target, onto)
            case steps.Fill(key_by_key=True):
                return self._type(act)
            case steps.Fill():
                return [f"{self._locate(act.target)}{_fill(act)};"]
        return [f"{self._locate(act.target)}.{_call(act)};"]

    def _type(self, act: steps.Fill) -> list[str]:
        field = self._locate(act.target)
        lines: list[str] = []
        for place, keys in enumerate(keys_of(act)):
            lines += [f"cy.wait({keys.pause_ms});"] if keys.pause_ms else []
            options = f"{{ delay: {keys.delay_ms}, parseSpecialCharSequences: false }}"
            lines.append(f"{field}{'' if place else '.clear()'}.type({js_literal(keys.text)}, {options});")
        return lines

    def _drag(self, target: Target, onto: Target) -> list[str]:
        return [
            "cy.wrap(new DataTransfer()).then((dataTransfer) => {",
            f"  {self._locate(target)}.trigger('dragstart', {{ dataTransfer }});",
            f"  {self._locate(onto)}.trigger('dragover', {{ dataTransfer }}).trigger('drop', {{ dataTransfer }});",
            "});",
        ]

    def _locate(self, target: Target) -> str:
        code, name = locate(target)
        if name not in self.used:
            self.used.append(name)
        return code


def _fill(act: steps.Fill) -> str:
    if isinstance(act.value, Secret):
        return f".clear().type({_value(act.value)}, {{ log: false }})"
    if act.input_type in _SET_BY_SCRIPT:
        return f".invoke('val', {js_literal(act.value)}).trigger('input').trigger('change')"
    if not act.value:
        return ".clear()"
    return f".clear().type({js_literal(act.value)}, {{ parseSpecialCharSequences: false }})"


def _call(act: steps.Click | steps.Send | steps.Check | steps.Choose | steps.ChooseFiles) -> str:
    match act:
        case steps.Click(double=double):
            return "dblclick()" if double else "click()"
        case steps.Send():
            return "submit()"
        case steps.Check(on=on):
            return "check()" if on else "uncheck()"
        case steps.Choose(values=values, several=several):
            return f"select({_list(values) if several else _value(values[0])})"
        case steps.ChooseFiles(names=names):
            return f"selectFile([{', '.join(map(_file, names))}], {{ force: true }})"


def _value(value: str | Secret) -> str:
    if isinstance(value, Secret):
        return f"Cypress.env({js_literal(value.variable)}) ?? {js_literal(USER_PROVIDED)}"
    return js_literal(value)


def _list(values: tuple[str | Secret, ...]) -> str:
    return f"[{', '.join(map(_value, values))}]"


def _file(name: str) -> str:
    contents = f"Cypress.Buffer.from({js_literal(USER_PROVIDED)})"
    return f"{{ contents: {contents}, fileName: {js_literal(name)}, mimeType: {js_literal(file_type(name))} }}"


def _on_dialog(dialog: Dialog) -> list[str]:
    if dialog.kind == "confirm":
        return [f"cy.once('window:confirm', () => {'true' if dialog.accepted else 'false'});"]
    if dialog.kind == "prompt":
        answer = _value(dialog.answer or "") if dialog.accepted else "null"
        return [f"cy.window().then((page) => cy.stub(page, 'prompt').returns({answer}));"]
    return []


def _url_check(address: Address) -> list[str]:
    if address.pattern:
        return [f"cy.url().should('match', new RegExp({js_literal(address.pattern)}));"]
    return [f"cy.url().should('eq', {js_literal(address.url)});"]


def _intercept(response: ExpectedResponse) -> str:
    parts = filter(None, response.query.split("&"))
    asked = "".join(f"(?=[^#]*[?&]{regex_escape(part)}(?:[&#]|$))" for part in parts)
    pattern = f"^https?://[^/]+{response.path_pattern or regex_escape(response.path)}{asked}(?:[?#]|$)"
    address = f"new RegExp({js_literal(pattern)})"
    return f"cy.intercept({js_literal(response.method)}, {address}).as('response{response.number}');"


def _expect_response(response: ExpectedResponse) -> list[str]:
    name = f"'@response{response.number}'"
    lines = [f"cy.wait({name}).then(({{ response }}) => {{"]
    if response.status is not None:
        lines.append(f"  expect(response?.statusCode).to.equal({response.status}); // high: status")
    if not isinstance(response.body, NoBody):
        lines += [
            f"  {line} // medium: shape" for line in _shape_checks("response?.body", asserted_shape(response.body))
        ]
    return [*lines, "});"]


def _shape_checks(place: str, shape: Shape) -> list[str]:
    if isinstance(shape, str):
        return [] if shape in NO_EXPECTATION else [f"expect({place}).to.be.a({js_literal(shape)});"]
    if isinstance(shape, list):
        inner = _shape_checks(f"{place}[0]", shape[0]) if shape else []
        return [f"expect({place}).to.be.an('array');", *inner]
    lines = [f"expect({place}).to.be.an('object');"]
    for key, item in shape.items():
        lines += _shape_checks(f"{place}[{js_literal(key)}]", item)
    return lines


def _dom_check(check: DomCheck) -> str:
    if check.level is not None:
        text = js_literal(check.text) if check.is_cut else exact_text(check.text)
        heading = js_literal(f'h{check.level}, [aria-level="{check.level}"]')
        return f"cy.contains({heading}, {text}).should('be.visible'); // low: text"
    expected = f"'contain.text', {js_literal(check.text)}" if check.text else "'be.visible'"
    return f"cy.get({js_literal(test_id_selector(check.test_id or ''))}).should({expected}); // low: text"


def _text_check(check: TextCheck) -> str:
    text = f"new RegExp({js_literal(check.pattern)})" if check.pattern else exact_text(check.text)
    return f"{scope_of(check.frames)}.contains({text}).should('be.visible'); // low: text"


def _not_again(error: RecordedError | None) -> list[str]:
    return [
        "    // Any uncaught exception is a failure, whatever its message.",
        f"    const recorded = new RegExp({js_literal(failure_pattern(error, _pattern))});",
        "    expect(Array.from(problems).filter((problem) => recorded.test(String(problem)))).to.deep.equal([]);",
    ]


def _nothing_new(known: tuple[RecordedError, ...]) -> list[str]:
    listed = [f"      new RegExp({js_literal(_pattern(error))})," for error in known]
    return [
        *(["    const known = [", *listed, "    ];"] if known else ["    const known = [/^$/];"]),
        "    const isKnown = (problem = '') => known.some((error) => error.test(problem));",
        "    expect(Array.from(problems).filter((problem) => !isKnown(String(problem)))).to.deep.equal([]);",
    ]


def _pattern(error: RecordedError) -> str:
    """Cypress adds its own text before an exception's message."""
    has_words = error.kind == "exception" and bool(error.message)
    return f"^{error.kind}: {ANYTHING if has_words else ''}{error.pattern}"
