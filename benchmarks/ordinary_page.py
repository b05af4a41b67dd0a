"""The playground's content built the ordinary way, to be measured beside it.

The same numbers, from the same core, shown by st.metric, st.dataframe and st.plotly_chart in one
plain script under Streamlit's default settings; a small component reports the drop of a row.
"""

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

import ndcg_core as nc

SORTABLE = """
export default function ({ parentElement, data, setStateValue }) {
  const list = parentElement.querySelector("ol");
  list.replaceChildren(...data.rows.map((row, place) => {
    const item = document.createElement("li");
    item.textContent = row;
    item.dataset.testid = "card";
    item.onpointerdown = (event) => item.setPointerCapture(event.pointerId);
    item.onpointerup = ({ clientY }) => {
      const { top, height } = list.getBoundingClientRect();
      const order = data.order.filter((_, at) => at !== place);
      const slot = Math.floor(((clientY - top) / height) * data.order.length);
      order.splice(slot, 0, data.order[place]);
      setStateValue("order", order);
    };
    return item;
  }));
}
"""
STYLE = "ol { list-style: none; padding: 0; margin: 0 } li { height: 40px; border: 1px solid }"

sortable = st.components.v2.component("sortable", html="<ol></ol>", js=SORTABLE, css=STYLE)


def steps(rows: tuple[nc.Term, ...]) -> pd.DataFrame:
    """Every step as a data frame."""
    names = ("rank", "label", "grade", "gain", "discount", "value", "cumulative")
    return pd.DataFrame({name: [getattr(row, name) for row in rows] for name in names})


def terms(trace: nc.Trace) -> go.Figure:
    """Terms of the actual and the ideal order, side by side."""
    return go.Figure(
        [
            go.Bar(x=[row.rank for row in rows], y=[row.value for row in rows], name=name)
            for name, rows in (("actual", trace.actual), ("ideal", trace.ideal))
        ]
    )


def running(trace: nc.Trace) -> go.Figure:
    """Running DCG against running IDCG."""
    return go.Figure(
        [
            go.Scatter(x=[row.rank for row in rows], y=[row.cumulative for row in rows], name=name)
            for name, rows in (("DCG", trace.actual), ("IDCG", trace.ideal))
        ]
    )


st.set_page_config(layout="wide")
given = [float(item) for item in st.query_params.get("r", "3,2,3,0,1").split(",")]
last = st.session_state.get("sortable") or {}
order = last.get("order") or list(range(len(given)))
grades = [given[doc] for doc in order]
trace = nc.trace(grades, labels=[nc.short(grade) for grade in grades])

st.title("Playground")
left, right = st.columns(2)
with left:
    rows = [f"{nc.short(row.grade)}: {row.value:.3f}" for row in trace.actual]
    sortable(data={"rows": rows, "order": order}, key="sortable", on_order_change=lambda: None)
with right:
    st.metric("NDCG", f"{trace.ndcg:.6f}")
    st.plotly_chart(terms(trace))
st.dataframe(steps(trace.actual))
st.dataframe(steps(trace.ideal))
left, right = st.columns(2)
left.plotly_chart(running(trace))
left.plotly_chart(go.Figure(go.Scatter(y=nc.ndcg_curve(grades, trace.convention))))
right.plotly_chart(go.Figure(go.Heatmap(z=nc.delta_ndcg(grades))))
