import { createRoot } from "react-dom/client";
import Invoices from "./Invoices";

createRoot(document.querySelector("#app")!).render(<Invoices />);
