"""How many secrets the audit warns of: with all formats, of each vendor without its own formats, and without any
vendor's; and in texts that nothing was tuned on."""

from detectors import OWN_DATA, UNSEEN_DATA, figures, has_secret, no_vendor, read_rows, without_own_formats
from row import Must, Row
from workbench import Workbench

RECALL = Must(0.6, at_least=True)
FALSE = Must(0.1)


def run(_: Workbench) -> list[Row]:
    rows, unseen = read_rows(OWN_DATA), read_rows(UNSEEN_DATA)
    ways = {
        "all formats": figures(rows),
        "own formats held out": figures(rows, without_own_formats(rows)),
        "no vendor formats": figures(rows, no_vendor),
        "unseen texts": figures(unseen),
        "unseen texts, no vendor formats": figures(unseen, no_vendor),
        "unseen texts, detector alone": figures(unseen, judge=has_secret),
    }
    found = [
        Row(f"secrets found, {way}", str(each.recall), must=RECALL, value=each.recall.value)
        for way, each in ways.items()
    ]
    wrong = [
        Row(f"look-alikes found in error, {way}", str(each.false_alarms), must=FALSE, value=each.false_alarms.value)
        for way, each in ways.items()
    ]
    return [*found, *wrong]
