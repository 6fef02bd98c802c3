"""The fixed parts of a Playwright script: the collector of what goes wrong, the wait at the end, the mocked routes."""

from gasoline.model import limits

# `new Set()` rather than a list: it needs no type annotation, so that the script is JavaScript and TypeScript alike.
_START = """\
  // Noted from the first moment on: whatever goes wrong, and which requests are under way.
  const problems = new Set();
  const pending = new Set();
  const isNoise = (url = '') => /\\/favicon\\.ico|^\\w+-extension:/.test(url);
  const pathOf = (url = '') => (URL.canParse(url) ? new URL(url).pathname : url);
  page.on('pageerror', (error) => problems.add(`exception: ${error.message}`));
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() === 'error' && !isNoise(url)) problems.add(`console: ${message.text()} (${pathOf(url)})`);
  });
  page.on('request', (request) => pending.add(request));
  page.on('response', (response) => pending.delete(response.request()));
  page.on('requestfailed', (request) => pending.delete(request));""".splitlines()

_REQUESTS = """\
  page.on('response', (response) => {
    const method = response.request().method();
    if (response.status() >= 400) problems.add(`request: ${method} ${pathOf(response.url())} ${response.status()}`);
  });
  page.on('requestfailed', (request) => {
    problems.add(`request: ${request.method()} ${pathOf(request.url())} failed`);
  });""".splitlines()

_ANSWERS = """\
  // The recorded responses stand in for the server.
  const answers = new Map(Object.entries(fixtures));""".splitlines()

_EARLIER = "  const before = new Map(Object.entries(structuredClone(earlier)));"

_ROUTES = """\
  await page.route('**/*', async (route) => {
    const request = route.request();
    const key = `${request.method()} ${new URL(request.url()).pathname}`;
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


def routes(*, has_earlier: bool) -> list[str]:
    """Each request gets its recorded answers in their order, then the last one again and again."""
    answer = "before.get(key)?.shift() ?? answers.get(key)" if has_earlier else "answers.get(key)"
    lines = [line.replace("ANSWER", answer) for line in _ROUTES]
    return [*_ANSWERS, *([_EARLIER] if has_earlier else []), *lines]


def collector(*, of_requests: bool) -> list[str]:
    """Requests only where one is the error: a page that is left aborts its requests, and that is none."""
    return [*_START, *_REQUESTS] if of_requests else _START


def wait_for_quiet() -> str:
    """Bounded: the network of a page that polls is never quiet."""
    options = f"{{ timeout: {limits.SCRIPT_SETTLE_MS} }}"
    return f"await page.waitForLoadState('networkidle', {options}).catch(() => {{}});"


def settle(watch_ms: int) -> list[str]:
    """An error may come late: requests under way are waited for, then the page is watched for a while."""
    return [
        "",
        "  // Requests under way may end, then the page is watched a while longer: an error may come late.",
        f"  await expect.poll(() => pending.size, {{ timeout: {limits.SCRIPT_SETTLE_MS} }}).toBe(0).catch(() => {{}});",
        f"  await page.waitForTimeout({watch_ms});",
    ]
