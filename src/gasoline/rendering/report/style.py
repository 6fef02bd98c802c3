"""How the HTML report looks: on a screen in light and dark, and on paper."""

LIGHT = """color-scheme: light; --ink: #1c1d21; --dim: #55585f; --paper: #fff; --card: #f5f5f7; --line: #d9dbe0;
  --accent: #b3400a; --error: #b3261e; --console: #5b4bb5; --network: #0b63a8; --websocket: #0f6f63; --action: #8a4b00;
  --server: #4a5568;"""
DARK = """color-scheme: dark; --ink: #ececf1; --dim: #adb0b8; --paper: #17181c; --card: #202127; --line: #3a3c44;
  --accent: #ff9d66; --error: #ff8a80; --console: #b9acff; --network: #7cc0ff; --websocket: #6fd8c8; --action: #ffc27a;
  --server: #c3ccdb;"""
LANE_COLORS = "\n".join(
    f"svg .{lane} {{ fill: var(--{lane}); }} .tag.{lane} {{ color: var(--{lane}); }}"
    for lane in ("error", "console", "network", "websocket", "action", "server")
)
STYLE = f"""
:root {{ {LIGHT} }}
@media (prefers-color-scheme: dark) {{ :root {{ {DARK} }} }}
* {{ box-sizing: border-box; }}
body {{ margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }}
main {{ max-width: 960px; margin: 0 auto; padding: 24px 16px 64px; }}
h1 {{ font-size: 22px; line-height: 1.3; overflow-wrap: anywhere; }}
h2 {{ margin: 32px 0 8px; font-size: 17px; }}
.mark {{ padding: 8px 12px; border: 1px solid var(--accent); border-radius: 6px; font-weight: 600; }}
pre {{ margin: 8px 0; padding: 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--card);
  font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }}
pre:target {{ border-color: var(--accent); }}
table {{ width: 100%; border-collapse: collapse; font-size: 14px; }}
th, td {{ padding: 4px 8px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
  overflow-wrap: anywhere; }}
th[scope=row] {{ width: 180px; color: var(--dim); font-weight: 500; }}
svg {{ display: block; width: 100%; margin: 8px 0; border: 1px solid var(--line); border-radius: 6px;
  background: var(--card); font: 12px system-ui, sans-serif; }}
svg line {{ stroke: var(--line); }}
svg text {{ fill: var(--dim); }}
svg .tick {{ text-anchor: middle; font-size: 11px; }}
{LANE_COLORS}
.rows {{ margin: 0; padding: 0; list-style: none; font-size: 14px; }}
.rows > li {{ padding: 4px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }}
.plain {{ padding-left: 17px; }}
time {{ color: var(--dim); font-variant-numeric: tabular-nums; }}
.tag {{ display: inline-block; min-width: 76px; margin: 0 4px; font-weight: 600; }}
.bad {{ color: var(--error); font-weight: 600; }}
figure {{ margin: 16px 0; }}
img {{ max-width: 100%; border: 1px solid var(--line); border-radius: 6px; }}
figcaption {{ color: var(--dim); font-size: 13px; overflow-wrap: anywhere; }}
summary {{ cursor: pointer; }}
summary:focus-visible {{ outline: 2px solid var(--accent); outline-offset: 2px; }}
@media print {{
  :root {{ {LIGHT} }}
  main {{ max-width: none; padding: 0; }}
  h2 {{ break-after: avoid; }}
  figure, svg, tr, .rows > li {{ break-inside: avoid; }}
  details.complete::details-content {{ content-visibility: visible; block-size: auto; }}
}}
"""
