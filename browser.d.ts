// What the checker cannot see: our events on the document (see ndcg_ui/components/mounting.py), what
// Streamlit and Plotly put on the page, and what Python writes before the script of a notebook.

interface DocumentEventMap {
  "ndcg:wait": CustomEvent<{ cause: any; wait: "slow" | "busy" | "lost" | "" }>;
  "ndcg:highlight": CustomEvent<{ group: string; doc: number | null }>;
  "ndcg:news": CustomEvent<string>;
  "ndcg:preview": CustomEvent<{ group: string; values?: Record<string, number>; rows?: any[] }>;
  "ndcg:swap": CustomEvent<{ group: string; ranks: [number, number] }>;
  "ndcg:type": CustomEvent<{ group: string; text: string }>;
}

interface Window {
  __streamlit: { BACKEND_BASE_URL: string };
}

declare var Plotly: any;

declare const STYLE: string;
declare const TEMPLATES: string;
