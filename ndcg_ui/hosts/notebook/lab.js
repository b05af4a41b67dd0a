// The code lab, as a script that a lesson asks for.

import draw from "../../components/lab/lab.js";

export default function () {
  return { initialize: () => ({ draw }) };
}
