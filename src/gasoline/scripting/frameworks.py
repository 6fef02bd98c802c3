"""The dialects by name."""

from typing import Literal

from gasoline.scripting.cypress.dialect import Cypress
from gasoline.scripting.dialect import Dialect
from gasoline.scripting.playwright.dialect import Playwright

Framework = Literal["playwright", "cypress"]


def dialect_for(name: Framework) -> Dialect:
    return Cypress() if name == "cypress" else Playwright()
