// A list of sites, each with a Remove button.

export function showSites(list: HTMLElement, sites: string[], onRemove: (site: string) => void): void {
  list.replaceChildren(
    ...(sites.length === 0 ? [emptyItem()] : sites.map((site) => siteItem(site, onRemove))),
  );
}

function siteItem(site: string, onRemove: (site: string) => void): HTMLElement {
  const item = document.createElement("li");
  const name = document.createElement("span");
  name.textContent = site;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Remove";
  button.setAttribute("aria-label", `Remove ${site}`);
  button.addEventListener("click", () => onRemove(site));
  item.append(name, button);
  return item;
}

function emptyItem(): HTMLElement {
  const item = document.createElement("li");
  item.className = "none";
  item.textContent = "None";
  return item;
}
