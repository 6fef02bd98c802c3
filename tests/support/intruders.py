"""Texts that try to run script in the dashboard, and what finds one that succeeded."""

RUN = "window.intruded = true; alert(1)"
PAYLOADS = {
    "script": f"<script>{RUN}</script>",
    "closing script": f"</script><script>{RUN}</script>",
    "closing textarea": f"</textarea></title></style><script>{RUN}</script>",
    "image": f'<img src=x onerror="{RUN}">',
    "broken image": f"<img src=`x` onerror={RUN.replace(' ', '')}//",
    "svg": f'<svg onload="{RUN}"><script>{RUN}</script><animate onbegin="{RUN}"/></svg>',
    "math": f'<math><mtext><img src onerror="{RUN}"></mtext></math>',
    "frame": f'<iframe srcdoc="<script>{RUN}</script>" src="javascript:{RUN}"></iframe>',
    "attribute": f'" onmouseover="{RUN}" autofocus onfocus="{RUN}" x="',
    "single quotes": f"' onmouseover='{RUN}' x='",
    "javascript address": f"javascript:{RUN}",
    "tab in the scheme": f"java\tscript:{RUN}",
    "data address": f"data:text/html,<script>{RUN}</script>",
    "template": "{{constructor.constructor('window.intruded = true')()}}${window.intruded = true}<%= 1 %>",
    "style": '<style>* { display: none !important }</style><link rel="stylesheet" href="http://localhost:1/x.css">',
    "style value": "}</style>body{background:url(http://localhost:1/x)}; expression(alert(1))",
    "base and refresh": '<base href="http://localhost:1/"><meta http-equiv="refresh" content="0;url=http://localhost:1/">',
    "form": '<form action="http://localhost:1/"><button autofocus>Pay</button></form>',
    "comment": f"<!--><script>{RUN}</script>--><![CDATA[<script>{RUN}</script>]]>",
    "entities": f"&lt;script&gt;{RUN}&lt;/script&gt;&#60;img src=x onerror=alert(1)&#62;",
    "bidi": "abc\u202e\u2066txt.exe\u2069 \u200b\u200d\ufeff\u00ad",
    "controls": "\u0000\u0007\u001b[31mred\u001b[0m\u009b1m \u2028 \u2029",
    "lone surrogate": "\ud800 half",
    "stream": 'x\n\nevent: state\ndata: {"counts":{}}\n\ndata: [{"key":"forged"}]\n\n',
    "prototype": '{"__proto__": {"intruded": true}, "constructor": {"prototype": {"intruded": true}}}',
    "long": "<b>" + "W" * 9_000,
    "deep": "[" * 500 + "]" * 500,
    "format": "%c styled %s %o %d",
}
INTRUDERS = """() => {
  const foreign = "script:not([src='/dashboard/app.js']), link:not([rel=icon]):not([href='/dashboard/app.css']), " +
    "style, img, iframe, object, embed, base, meta[http-equiv], svg:not(.logo), math, form:not([method=dialog]), b";
  const found = [...document.querySelectorAll(foreign)].map((element) => element.outerHTML.slice(0, 100));
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      if (name === "aria-label") continue;
      if (name.startsWith("on") || /^\\s*(javascript|data|vbscript):/i.test(value) && element.rel !== "icon") {
        found.push(`${name}=${value.slice(0, 80)}`);
      }
    }
  }
  if (window.intruded || {}.intruded || [].intruded) found.push("a script ran");
  if (location.pathname !== "/") found.push(location.href);
  return found;
}"""
WALK = f"""async () => {{
  const intruders = {INTRUDERS};
  const list = document.querySelector("[role=listbox]");
  if (!list) return [];
  const press = (key) => list.dispatchEvent(new KeyboardEvent("keydown", {{ key, bubbles: true }}));
  const total = Number(list.querySelector("[role=option]").getAttribute("aria-setsize"));
  const isShown = (place) =>
    list.querySelector("[aria-selected=true]")?.getAttribute("aria-posinset") === String(place) &&
    document.querySelector(".detail h2, .detail .problem");
  const shown = async (place) => {{
    while (!isShown(place)) await new Promise(requestAnimationFrame);
  }};
  const kinds = new Set();
  press("Home");
  for (let place = 1; place <= total; place += 1) {{
    await shown(place);
    const found = intruders();
    if (found.length) return [place, ...found];
    kinds.add(list.querySelector("[aria-selected=true] .tag")?.textContent);
    press("ArrowDown");
  }}
  window.walkedKinds = [...kinds];
  return [];
}}"""
"""Selects one entry after the other; what it finds in one of them."""
