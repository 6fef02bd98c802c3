import { createRoot } from "react-dom/client";
import Notes from "./Notes";

createRoot(document.querySelector("#app")!).render(<Notes />);
