// The browser's own name and version, for reports: the system of whoever reads one is another.
import { NAME_CHARS } from "../../generated/limits.js";

interface Brand {
  brand: string;
  version: string;
}

/** What browsers based on Chromium say of themselves; others have none. */
export interface Brands {
  getHighEntropyValues: (hints: string[]) => Promise<{ fullVersionList?: Brand[] }>;
}

/** A brand that no browser has, so that sites do not rely on the list. */
const MADE_UP = /\bnot\b/i;

/** Empty if the browser does not say. */
export async function browserVersion({
  userAgent,
  userAgentData,
}: {
  userAgent: string;
  userAgentData?: Brands;
} = navigator): Promise<string> {
  const listed = await userAgentData?.getHighEntropyValues(["fullVersionList"]).catch(() => undefined);
  const real = (listed?.fullVersionList ?? []).filter(({ brand }) => !MADE_UP.test(brand));
  const own = real.find(({ brand }) => brand !== "Chromium") ?? real[0];
  const name = own
    ? `${own.brand} ${own.version}`
    : (/\bFirefox\/[\d.]+/.exec(userAgent)?.[0].replace("/", " ") ?? "");
  return name.slice(0, NAME_CHARS);
}
