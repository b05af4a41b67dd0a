// The script of our Streamlit component. Streamlit calls it at each rerun.

import { DRAW } from "../../components/draw.js";
import { mountInStreamlit } from "./host.js";

export default function (component) {
  return mountInStreamlit(component, DRAW);
}
