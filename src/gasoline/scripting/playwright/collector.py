"""The fixed parts of a Playwright script: the error collector, the wait at the end, the mocked routes."""

from gasoline.scripting.recorded_error import SCRIPT_PROBLEM_CHARS

SCRIPT_SETTLE_MS = 5_000  # how long a script waits for requests under way and for a quiet network


# `new Set()` rather than a list: it needs no type annotation, so the script is valid JavaScript and TypeScript.
_START = f"""\
  // Collect errors from the start.
  const problems = new Set();
  const report = (text = '') => problems.add(text.slice(0, {SCRIPT_PROBLEM_CHARS}));
  const isNoise = (url = '') => /\\/favicon\\.ico|^\\w+-extension:/.test(url);
  const pathOf = (url = '') => (URL.canParse(url) ? new URL(url).pathname : url);
  page.on('pageerror', (error) => report(`exception: ${{error.message}}`));
  page.on('console', (message) => {{
    const {{ url }} = message.location();
    if (message.type() === 'error' && !isNoise(url)) report(`console: ${{message.text()}} (${{pathOf(url)}})`);
  }});""".splitlines()

_PENDING = """\
  // Know which requests are pending.
  const pending = new Set();
  page.on('request', (request) => pending.add(request));
  page.on('response', (response) => pending.delete(response.request()));
  page.on('requestfailed', (request) => pending.delete(request));""".splitlines()

_REQUESTS = """\
  page.on('response', (response) => {
    const method = response.request().method();
    if (response.status() >= 400) report(`request: ${method} ${pathOf(response.url())} ${response.status()}`);
  });
  page.on('requestfailed', (request) => {
    report(`request: ${request.method()} ${pathOf(request.url())} failed`);
  });""".splitlines()

_ANSWERS = """\
  // Answer requests with the recorded responses.
  const answers = new Map(Object.entries(fixtures));""".splitlines()

_EARLIER = "  const before = new Map(Object.entries(structuredClone(earlier)));"

_ROUTES = """\
  await page.route('**/*', async (route) => {
    const request = route.request();
    const { pathname, searchParams } = new URL(request.url());
    const key = [...answers.keys()].find((recorded) => {
      const [address, query] = recorded.split('?');
      const asked = [...new URLSearchParams(query)].every(([name, value]) => searchParams.getAll(name).includes(value));
      return address === `${request.method()} ${pathname}` && asked;
    });
    const answer = ANSWER;
    if (!answer) return route.fallback();
    const { status, contentType, body } = answer;
    return route.fulfill({
      status,
      contentType,
      headers: {
        'access-control-allow-origin': request.headers().origin ?? '*',
        'access-control-allow-credentials': 'true',
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  });""".splitlines()


_SOCKETS = """\
  // Answer WebSockets with the recorded messages, whatever the page sends.
  for (const [path, [opening, ...turns]] of Object.entries(sockets)) {
    await page.routeWebSocket((url) => url.pathname === path, (socket) => {
      const answers = [...turns];
      opening?.forEach((message) => socket.send(message));
      socket.onMessage(() => answers.shift()?.forEach((message) => socket.send(message)));
    });
  }""".splitlines()


def socket_routes() -> list[str]:
    return _SOCKETS


def routes(*, has_earlier: bool) -> list[str]:
    """Each request gets its recorded responses in order, then the last one repeatedly."""
    answer = "before.get(key ?? '')?.shift() ?? answers.get(key ?? '')" if has_earlier else "answers.get(key ?? '')"
    lines = [line.replace("ANSWER", answer) for line in _ROUTES]
    return [*_ANSWERS, *([_EARLIER] if has_earlier else []), *lines]


def collector(*, of_requests: bool) -> list[str]:
    """Collects failed requests only if one of them is the error: leaving a page aborts requests, too."""
    return [*_START, *_REQUESTS] if of_requests else _START


def pending_requests() -> list[str]:
    return _PENDING


def wait_for_quiet() -> str:
    """Waits with a timeout, because a page that polls never becomes idle."""
    options = f"{{ timeout: {SCRIPT_SETTLE_MS} }}"
    return f"await page.waitForLoadState('networkidle', {options}).catch(() => {{}});"


def await_pending(then_ms: int) -> list[str]:
    """Waits for pending requests and then for what the page makes of them."""
    return [
        f"await expect.poll(() => pending.size, {{ timeout: {SCRIPT_SETTLE_MS} }}).toBe(0).catch(() => {{}});",
        f"await page.waitForTimeout({then_ms});",
    ]
