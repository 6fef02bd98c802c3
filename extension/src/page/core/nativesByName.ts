// All natives in one object. The build replaces this module: in page.js their names are short; see extension/nativeNames.mjs.
import * as natives from "./natives.js";

export { natives };
