import { createRoot } from "react-dom/client";
import Cart from "./Cart.jsx";

createRoot(document.querySelector("#app")).render(<Cart />);
