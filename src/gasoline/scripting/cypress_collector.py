"""The fixed parts of a Cypress script: the collector of what goes wrong, and the mocked routes."""

_START = """\
  // Noted from the first moment on: whatever goes wrong.
  const problems = new Set();
  cy.on('uncaught:exception', (error) => {
    problems.add(`exception: ${error.message}`);
    return false;
  });
  cy.on('window:before:load', (page) => {
    const logError = page.console.error;
    page.console.error = (...args) => {
      problems.add(`console: ${args.map(String).join(' ')}`);
      logError.apply(page.console, args);
    };
  });""".splitlines()

_REQUESTS = """\
  cy.intercept('**', (request) => {
    request.continue((response) => {
      const { pathname } = new URL(request.url);
      if (response.statusCode >= 400) problems.add(`request: ${request.method} ${pathname} ${response.statusCode}`);
    });
  });""".splitlines()

_ROUTES = """\
  // The recorded responses stand in for the server.
  Object.entries(fixtures).forEach(([key, { status, contentType, body }]) => {
    const [method, pathname] = key.split(' ');
    cy.intercept({ method, pathname }, { statusCode: status, headers: { 'content-type': contentType }, body });
  });""".splitlines()


# The intercept that was defined last comes first.
_EARLIER = """\
  Object.entries(earlier).forEach(([key, answers]) => {
    const [method, pathname] = key.split(' ');
    [...answers].reverse().forEach(({ status, contentType, body }) => {
      const answer = { statusCode: status, headers: { 'content-type': contentType }, body };
      cy.intercept({ method, pathname, times: 1 }, answer);
    });
  });""".splitlines()


def routes(*, has_earlier: bool) -> list[str]:
    """Each request gets its recorded answers in their order, then the last one again and again."""
    return [*_ROUTES, *_EARLIER] if has_earlier else _ROUTES


def collector(*, of_requests: bool) -> list[str]:
    """Requests only where one is the error."""
    return [*_START, *_REQUESTS] if of_requests else _START
