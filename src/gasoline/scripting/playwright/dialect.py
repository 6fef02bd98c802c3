"""The Playwright Test dialect."""

from dataclasses import dataclass, field

from gasoline.model.actions import SelectorName
from gasoline.model.placeholders import USER_PROVIDED
from gasoline.scripting import steps
from gasoline.scripting.call_queries import parameters
from gasoline.scripting.css import test_id_selector
from gasoline.scripting.encode import js_comment, js_key, js_literal
from gasoline.scripting.matcher import matcher
from gasoline.scripting.plan import (
    DomCheck,
    ExpectedResponse,
    NoBody,
    NoRecurrence,
    Plan,
    PlannedStep,
    TextCheck,
    file_type,
)
from gasoline.scripting.playwright.collector import (
    await_pending,
    collector,
    pending_requests,
    routes,
    socket_routes,
    wait_for_quiet,
)
from gasoline.scripting.playwright.locators import locate, scope_of
from gasoline.scripting.recorded_error import RecordedError, failure_pattern
from gasoline.scripting.steps import Act, Address, Dialog, Secret, Target
from gasoline.scripting.typing_rhythm import keys_of

SCRIPT_BODY_WAIT_MS = 2_000  # how long a script waits for a response's body, which the page may never read
SCRIPT_RENDER_MS = 500  # how long a page has to show a response
SCRIPT_TIMEOUT_MS = 120_000  # for a script of more than SCRIPT_FAST_STEPS steps
SCRIPT_FAST_STEPS = 15  # that many fit the runner's own 30 s


# The browser does not deliver a body that the page does not read.
_NO_BODY_IN_TIME = f"page.waitForTimeout({SCRIPT_BODY_WAIT_MS})"
_GLOB = frozenset("*{}[]\\")


@dataclass
class Playwright:
    """Writes statements for `@playwright/test`, valid as JavaScript and as TypeScript."""

    used: list[SelectorName] = field(default_factory=list)

    def imports(self, plans: list[Plan]) -> list[str]:
        files = [(plan.fixture_names, plan.fixtures) for plan in plans if plan.fixtures]
        fixtures = [f"import {{ {names} }} from {js_literal(file)};" for names, file in files]
        return ["import { test, expect } from '@playwright/test';", *fixtures]

    def opening(self, plan: Plan) -> list[str]:
        lines = [*map(js_comment, plan.header), f"test({js_literal(plan.title)}, async ({{ page }}) => {{"]
        if len(plan.scenes) > SCRIPT_FAST_STEPS:
            lines.append(f"  test.setTimeout({SCRIPT_TIMEOUT_MS});")
        if plan.ending:
            lines += collector(of_requests=plan.is_about_a_request)
        if plan.tracks_requests:
            lines += pending_requests()
        if plan.fixtures:
            lines += routes(has_earlier=plan.has_earlier)
        return lines + (socket_routes() if plan.has_sockets else [])

    def closing(self, plan: Plan) -> list[str]:
        lines = ["", *(f"  {js_comment(remark)}" for remark in plan.remarks)] if plan.remarks else []
        if plan.ending is None:
            return [*lines, "});"]
        lines += ["", "  // Let pending requests finish, then wait briefly for late errors."]
        lines += [f"  {line}" for line in await_pending(plan.ending.watch_ms)]
        if isinstance(plan.ending, NoRecurrence):
            return [*lines, *_not_again(plan.ending.error), "});"]
        lines += [f"  {line}" for line in _still_shown(plan.ending.still)]
        return [*lines, *_nothing_new(plan.ending.known), "});"]

    def scene(self, scene: PlannedStep) -> list[str]:
        step = scene.step
        lines = [""]
        if step.pause_s:
            lines.append(f"// [{step.pause_s:.1f}s pause]")
        if step.comment:
            lines.append(js_comment(f"Step {scene.number}: {step.comment}" if scene.number else step.comment))
        lines += [_await_response(response) for response in scene.responses]
        lines += [_on_dialog(step.dialogs)] if step.dialogs else []
        lines += self._act(step.act, scene.checks_url)
        for response in scene.responses:
            lines += _expect_response(response)
        lines += self._after(scene)
        return [f"  {line}" if line else "" for line in lines]

    def _after(self, scene: PlannedStep) -> list[str]:
        lines = [_dom_check(check) for check in scene.dom_checks]
        if scene.awaits_late_responses:
            lines += ["// A late response must not replace what the page shows.", *await_pending(SCRIPT_RENDER_MS)]
        lines += [_text_check(check) for check in scene.text_checks]
        if scene.screenshot:
            lines.append("await expect(page).toHaveScreenshot();")
        if scene.waits_for_quiet:
            lines.append(wait_for_quiet())
        return lines

    def _act(self, act: Act, checks_url: bool) -> list[str]:  # noqa: C901, PLR0911  one case for each kind
        match act:
            case steps.Open(address=address):
                return [f"await page.goto({js_literal(address.url)});", *_url_check(address, checks_url)]
            case steps.Reload():
                return ["await page.reload();"]
            case steps.Travel(back=back, address=address):
                return [f"await page.go{'Back' if back else 'Forward'}();", *_url_check(address, checks_url)]
            case steps.Arrive(address=address):
                return [f"await page.waitForURL({_awaited(address)});", *_url_check(address, checks_url)]
            case steps.Remark():
                return []
            case steps.Press(key=key, modifiers=modifiers, focus=focus):
                press = f"await page.keyboard.press({js_literal('+'.join((*modifiers, key)))});"
                return [f"await {self._locate(focus)}.focus();", press] if focus else [press]
            case steps.Drag(target=target, onto=onto):
                return [f"await {self._locate(target)}.dragTo({self._locate(onto)});"]
            case steps.Fill(key_by_key=True):
                return self._type(act)
        return [f"await {self._locate(act.target)}.{_call(act)};"]

    def _type(self, act: steps.Fill) -> list[str]:
        """Replaces what the field contains, as the person did: emptying it first would be one more change."""
        field = self._locate(act.target)
        lines = [f"await {field}.selectText();"]
        for keys in keys_of(act):
            lines += [f"await page.waitForTimeout({keys.pause_ms});"] if keys.pause_ms else []
            lines.append(f"await {field}.pressSequentially({js_literal(keys.text)}, {{ delay: {keys.delay_ms} }});")
        return lines

    def _locate(self, target: Target) -> str:
        code, name = locate(target)
        if name not in self.used:
            self.used.append(name)
        return code


def _call(  # noqa: PLR0911  one case for each kind
    act: steps.Click | steps.Send | steps.Fill | steps.Check | steps.Choose | steps.ChooseFiles,
) -> str:
    match act:
        case steps.Click(double=double):
            return "dblclick()" if double else "click()"
        case steps.Send():
            return "evaluate((element) => element.closest('form')?.requestSubmit())"
        case steps.Fill(value=value):
            return f"fill({_value(value)})"
        case steps.Check(on=on):
            return "check()" if on else "uncheck()"
        case steps.Choose(values=values, several=several, by_label=by_label):
            if by_label:
                return f"selectOption({{ label: {_value(values[0])} }})"
            return f"selectOption({_list(values) if several else _value(values[0])})"
        case steps.ChooseFiles(names=names):
            return f"setInputFiles([{', '.join(map(_file, names))}])"


def _value(value: str | Secret) -> str:
    if isinstance(value, Secret):
        return f"process.env.{value.variable} ?? {js_literal(USER_PROVIDED)}"
    return js_literal(value)


def _list(values: tuple[str | Secret, ...]) -> str:
    return f"[{', '.join(map(_value, values))}]"


def _file(name: str) -> str:
    kind = js_literal(file_type(name))
    return f"{{ name: {js_literal(name)}, mimeType: {kind}, buffer: Buffer.from({js_literal(USER_PROVIDED)}) }}"


def _on_dialog(dialogs: tuple[Dialog, ...]) -> str:
    """Each handler registers the next one: a leftover handler would answer the wrong dialog."""
    first, rest = dialogs[0], dialogs[1:]
    answer = f"accept({_value(first.answer) if first.answer is not None else ''})" if first.accepted else "dismiss()"
    if not rest:
        return f"page.once('dialog', (dialog) => dialog.{answer});"
    return f"page.once('dialog', (dialog) => {{ {_on_dialog(rest)} return dialog.{answer}; }});"


def _awaited(address: Address) -> str:
    """waitForURL treats a string as a pattern, so URLs with special characters are compared by a function."""
    if address.pattern:
        return f"new RegExp({js_literal(address.pattern)})"
    if _GLOB & set(address.url):
        return f"(url) => url.href === {js_literal(address.url)}"
    return js_literal(address.url)


def _url_check(address: Address, wanted: bool) -> list[str]:
    if not wanted:
        return []
    expected = f"new RegExp({js_literal(address.pattern)})" if address.pattern else js_literal(address.url)
    return [f"await expect(page).toHaveURL({expected});"]


def _await_response(response: ExpectedResponse) -> str:
    path = "new URL(response.url()).pathname"
    same_path = (
        f"new RegExp({js_literal(f'^{response.path_pattern}$')}).test({path})"
        if response.path_pattern
        else f"{path} === {js_literal(response.path)}"
    )
    conditions = [f"response.request().method() === {js_literal(response.method)}", same_path]
    for name, value in parameters(response.query):
        asked = f"new URL(response.url()).searchParams.getAll({js_literal(name)})"
        conditions.append(f"{asked}.includes({js_literal(value)})")
    return f"const response{response.number} = page.waitForResponse((response) => {' && '.join(conditions)});"


def _expect_response(response: ExpectedResponse) -> list[str]:
    name = f"response{response.number}"
    lines = [f"await {name};"] if response.status is None else []
    if response.status is not None:
        lines.append(f"expect((await {name}).status()).toBe({response.status}); // high: status")
    if not isinstance(response.body, NoBody):
        body = f"body{response.number}"
        lines.append(f"const {body} = await Promise.race([(await {name}).json(), {_NO_BODY_IN_TIME}]);")
        shape = matcher(response.body, "  ")
        lines.append(f"if ({body} !== undefined) expect({body}).toEqual({shape}); // medium: shape")
    return lines


def _dom_check(check: DomCheck) -> str:
    if check.level is None:
        place = f"expect(page.locator({js_literal(test_id_selector(check.test_id or ''))}))"
        expected = f"toContainText({js_literal(check.text)})" if check.text else "toBeVisible()"
        return f"await {place}.{expected}; // low: text"
    options = {"name": js_literal(check.text), "exact": "false" if check.is_cut else "true", "level": str(check.level)}
    shown = ", ".join(f"{js_key(name)}: {value}" for name, value in options.items())
    return f"await expect(page.getByRole('heading', {{ {shown} }})).toBeVisible(); // low: text"


def _text_check(check: TextCheck) -> str:
    scope = scope_of(check.frames)
    exact = f"{js_literal(check.text)}, {{ exact: true }}"
    text = f"new RegExp({js_literal(check.pattern)})" if check.pattern else exact
    return f"await expect({scope}.getByText({text})).toBeVisible(); // low: text"


def _still_shown(checks: tuple[TextCheck, ...]) -> list[str]:
    return ["// No late response may have replaced what the page shows.", *map(_text_check, checks)] if checks else []


def _not_again(error: RecordedError | None) -> list[str]:
    return [
        "  // Any uncaught exception is a failure, whatever its message.",
        f"  const recorded = new RegExp({js_literal(failure_pattern(error, _anchored))});",
        "  expect([...problems].filter((problem) => recorded.test(String(problem)))).toEqual([]);",
    ]


def _nothing_new(known: tuple[RecordedError, ...]) -> list[str]:
    if not known:
        return ["  expect([...problems]).toEqual([]);"]
    listed = [f"    new RegExp({js_literal(_anchored(error))})," for error in known]
    return [
        "  const known = [",
        *listed,
        "  ];",
        "  expect([...problems].filter((problem) => !known.some((error) => error.test(String(problem))))).toEqual([]);",
    ]


def _anchored(error: RecordedError) -> str:
    start = {"exception": "exception: (?:Uncaught )?", "console": "console: ", "request": "request: "}[error.kind]
    return f"^{start}{error.pattern}"
