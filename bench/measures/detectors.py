"""How many secrets are found: with all formats, and of each vendor without its formats."""

from detectors import OWN_DATA, figures, read_rows
from row import Must, Row
from workbench import Workbench

RECALL = Must(0.6, at_least=True)
FALSE = Must(0.1)


def run(_: Workbench) -> list[Row]:
    rows = read_rows(OWN_DATA)
    tuned, held_out = figures(rows), figures(rows, held_out=True)
    return [
        Row("secrets found, all formats", str(tuned.recall), must=RECALL, value=tuned.recall.value),
        Row("secrets found, vendor held out", str(held_out.recall), must=RECALL, value=held_out.recall.value),
        Row("look-alikes found in error", str(tuned.false_alarms), must=FALSE, value=tuned.false_alarms.value),
        Row("look-alikes, vendor held out", str(held_out.false_alarms), must=FALSE, value=held_out.false_alarms.value),
    ]
