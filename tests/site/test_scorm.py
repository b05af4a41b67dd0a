"""The frame of a SCORM package, run in Node: steps that the system refuses."""

from tests.ui.scenes import CLOCK, make_scene_runner, needs_node, read_module

FRAME = f"""
{CLOCK}
const nothing = () => {{}};
const element = (more = {{}}) => ({{ textContent: "", addEventListener: nothing, ...more }});
const kept = new Map();
globalThis.localStorage = {{
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, text) => kept.set(name, text),
}};
const sentence = element();
const line = element({{ querySelector: (part) => (part === "span" ? sentence : element()) }});
const location = {{ pathname: "/course/index.html", search: "" }};
const pages = element({{ dataset: {{ first: "index.html" }}, contentWindow: {{ location }} }});
globalThis.document = element({{
  documentElement: {{ dataset: {{ scorm: "2004", lessons: "a b" }} }},
  querySelector: (part) => (part === "iframe" ? pages : line),
}});
globalThis.addEventListener = nothing;

// A learning management system that refuses steps when the scene says so.
const {{ LmsUnavailable }} = await import("./hosts/site/lms.js");
let refuses = false;
const saved = [];
globalThis.system = {{
  held: {{ learner: "ada", state: "", place: "" }},
  longest: {{ state: 64_000 }},
  save: ({{ score }}) => {{
    if (refuses) throw new LmsUnavailable("not now");
    saved.push(score);
  }},
}};
await import("./hosts/site/scorm.js");
// Packing a record takes more turns of Node's loop than `settled` waits for.
const until = async (is) => {{
  while (!is()) await new Promise(setImmediate);
}};
await until(() => saved.length);
await pass(100);
let result;
"""
LMS = """
export class LmsUnavailable extends Error {}
export const connect = async () => globalThis.system;
"""
OURS = ("hosts/site/scorm.js", "hosts/site/suspended.js", "exhibit/storage.js")


@needs_node
def test_a_refused_step_is_sent_again(tmp_path):
    modules = {name: read_module(name) for name in OURS} | {"hosts/site/lms.js": LMS}
    first, refused, waiting, told = make_scene_runner(tmp_path, modules, FRAME)("""
        const course = JSON.stringify({ lessons: { a: { state: "done" } } });
        const first = [...saved];
        refuses = true;
        ndcgFrame.write("ndcg-tutor:progress", course);
        await until(() => !line.hidden);
        const refused = [saved.length, line.hidden, sentence.textContent];
        refuses = false;
        await pass(10_000);
        const waiting = saved.length;
        await pass(5000);
        result = [first, refused, waiting, [saved, line.hidden]];
    """)
    assert first == [0]
    assert refused[:2] == [1, False]
    assert "sends it again every 15 seconds" in refused[2]
    assert waiting == 1
    assert told == [[0, 50], True]
