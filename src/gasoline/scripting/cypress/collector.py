"""The fixed parts of a Cypress script: the error collector and the mocked routes."""

from gasoline.scripting.recorded_error import SCRIPT_PROBLEM_CHARS

_START = f"""\
  // Collect errors from the start.
  const problems = new Set();
  const report = (text = '') => problems.add(text.slice(0, {SCRIPT_PROBLEM_CHARS}));
  cy.on('uncaught:exception', (error) => {{
    report(`exception: ${{error.message}}`);
    return false;
  }});
  cy.on('window:before:load', (page) => {{
    const logError = page.console.error;
    page.console.error = (...args) => {{
      report(`console: ${{args.map(String).join(' ')}}`);
      logError.apply(page.console, args);
    }};
  }});""".splitlines()

_REQUESTS = """\
  cy.intercept('**', (request) => {
    request.continue((response) => {
      const { pathname } = new URL(request.url);
      if (response.statusCode >= 400) report(`request: ${request.method} ${pathname} ${response.statusCode}`);
    });
  });""".splitlines()

_ROUTES = """\
  // Answer requests with the recorded responses.
  const requestOf = (key = '') => {
    const [method, address] = key.split(' ');
    const [pathname, search] = address.split('?');
    return { method, pathname, query: Object.fromEntries(new URLSearchParams(search)) };
  };
  Object.entries(fixtures).reverse().forEach(([key, { status, contentType, body }]) => {
    cy.intercept(requestOf(key), { statusCode: status, headers: { 'content-type': contentType }, body });
  });""".splitlines()


# Cypress applies the most recently defined intercept first: requests with a query are defined after those without.
_EARLIER = """\
  Object.entries(earlier).reverse().forEach(([key, answers]) => {
    [...answers].reverse().forEach(({ status, contentType, body }) => {
      const answer = { statusCode: status, headers: { 'content-type': contentType }, body };
      cy.intercept({ ...requestOf(key), times: 1 }, answer);
    });
  });""".splitlines()


def routes(*, has_earlier: bool) -> list[str]:
    """Each request gets its recorded responses in order, then the last one repeatedly."""
    return [*_ROUTES, *_EARLIER] if has_earlier else _ROUTES


def collector(*, of_requests: bool) -> list[str]:
    """Collects failed requests only if one of them is the error."""
    return [*_START, *_REQUESTS] if of_requests else _START
