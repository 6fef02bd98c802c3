// What is shown to a browser that is not let in any more.
import { Empty } from "./empty.js";

export function Shut() {
  return (
    <Empty title="This browser is no longer let in">
      The server was started anew, or other browsers took the place. Run <code>gasoline open</code> in a
      terminal.
    </Empty>
  );
}
