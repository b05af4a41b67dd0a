// The code lab as a separate script, which a lesson loads.

import draw from "../../components/lab/lab.js";

export default function () {
  return { initialize: () => ({ draw }) };
}
