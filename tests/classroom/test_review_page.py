"""The review of a class, on the real page in a small browser, which Node runs.

The server's answers about the room are the scene's.
"""

import json
import re
from io import BytesIO
from zipfile import ZipFile

import pytest

from tests.classroom.test_kept_images import READER
from tests.ui.scenes import needs_node
from tests.ui.visitor import do_as_visitor

pytestmark = needs_node
SCENE = r"""
process.env.TZ = "UTC";
const image = { name: "a.png", alt: "A line.", width: 4, height: 3 };
const asked = { ask: "Which?", options: ["<b>DCG</b>", "P"], image, asked: 1_795_609_500,
  solution: "<p>It is DCG.</p>" };
const answers = {};
failures.push(({ url, body }) => {
  if (url.endsWith("=a.png")) return new Response("png", { headers: { "Content-Type":
    "image/png" } });
  const found = answers[url];
  return typeof found === "function" ? found(body) : found && answerJson(...[found].flat());
});
const shown = () => texts("#acts button").filter((_, at) =>
  findAll("#acts button")[at].checkVisibility());
"""
BEFORE = READER + SCENE


@pytest.fixture
def visitor(tmp_path):
    """Run a scene as a visitor of a review."""
    return lambda scene: do_as_visitor(tmp_path, BEFORE + scene)


def read_saved(html: str):
    """Return the title and the data of a page that was saved as a file."""
    data = re.search(r'<script[^>]*id="content"[^>]*>(.*?)</script>', html, re.DOTALL)[1]
    assert "<" not in data, "a text could end the element"
    return re.search(r"<title>(.*?)</title>", html)[1], json.loads(data)


def test_a_teacher_prints_a_review_and_downloads_answers_and_learners_pages(visitor):
    page, printed, files, pages, nobody, refused, left = visitor(r"""
        const kept = { title: "Week 5?!", about: "9 <i>learners</i>.", misunderstood: [],
          learned: ["Gain <b>: 0.5"], questions: [asked] };
        answers["/class/results"] = kept;
        await open("/class/review#ABCDE.steering");
        const page = [text("h1"), document.title, shown(), text("#review"),
          find("#review").ariaBusy, find("#review img").alt];
        const printed = [];
        globalThis.print = () => printed.push("printed");
        await press("Print the review");
        answers["/class/answers"] = () => new Response("name,answer");
        await press("Download all answers");
        const files = downloads.map(({ name }) => name);
        const over = [{ say: "This class is over." }, 404];
        Object.assign(answers, { "/class/answers": over, "/class/take-home": over });
        for (const name of ["Download all answers", "Download learners’ pages"]) {
          await press(name);
          files.push(text("#said"), downloads.length, requests.at(-1).secret);
        }
        const own = [{ answer: "P", outcome: "wrong", message: "" }];
        const all = { title: "Week 5?!", site: "https://a.example", questions: [asked], learners: [
          { name: "Red Fox", about: "0 of 1.", answers: [{ own }] },
          { name: "Ärger", about: "", answers: [{ own: [] }] }] };
        answers["/class/take-home"] = all;
        await press("Download learners’ pages");
        await until(() => downloads.length === 2);
        const pages = [downloads[1].name, await bytesOfFile(downloads[1])];
        answers["/class/take-home"] = { ...all, learners: [] };
        await press("Download learners’ pages");
        const nobody = [text("#said"), downloads.length];
        answers["/class/take-home"] = { ...all, title: "?!" };
        await press("Download learners’ pages");
        await until(() => downloads.length === 3);
        nobody.push(text("#said"), downloads[2].name);
        let isBusy = true;
        answers["/class/take-home"] = () => answerJson(isBusy ? { say: "It is busy." } : all,
          isBusy ? 503 : 200);
        await press("Download learners’ pages");
        nobody.push(text("#said").split(".")[0]);
        isBusy = false;
        await pass(20_000);
        await until(() => downloads.length === 4);
        nobody.push(text("#said"));
        answers["/class/results"] = [{ say: "This class is over." }, 404];
        await open("/class/review#FGHIJ.steering");
        const refused = [text("#said"), find("#acts").hidden, find("#review").ariaBusy];
        const opened = leftFor.length;
        location.hash = "#KLMNP.steering";
        fire(window, "hashchange");
        result = [page, printed, files, pages, nobody, refused, leftFor.length - opened];
    """)
    acts = ["Print the review", "Download all answers", "Download learners’ pages"]
    assert page[:3] == ["Week 5?!", "Week 5?!", acts]
    assert page[3].startswith(
        "9 learners. MistakesNobody made a known mistake. Learning gainGain <b>"
    )
    assert re.search(r"Question 1, asked at 12:25(\sPM)? Which", page[3])
    assert page[4:] == ["false", "A line."]
    over = ["This class is over.", 1, "ABCDE.steering"]
    assert (printed, files) == (["printed"], ["class-ABCDE.csv", *over, *over])
    name, content = pages
    assert name == "Week-5.zip"
    with ZipFile(BytesIO(bytes(content))) as packed:
        assert packed.namelist() == ["Red-Fox.html", "Ärger.html"]
        whole = packed.read("Red-Fox.html").decode()
    title, data = read_saved(whole)
    assert whole.startswith("<!doctype html>")
    assert title == data["title"] == "Week 5?!: Red Fox"
    assert (data["about"], data["site"]) == ("0 of 1.", "https://a.example")
    assert data["base"] == "http://localhost"
    (question,) = data["questions"]
    assert question["own"][0]["answer"] == "P"
    assert question["image"]["src"].startswith("data:image/png")
    none = "Nobody has answered a question whose solution was shown."
    assert nobody == [none, 2, "", "class.zip", "It is busy", ""]
    assert refused == ["This class is over.", True, "false"]
    assert left == 1


def test_a_learner_saves_the_page_and_an_incomplete_link_gets_the_servers_sentence(visitor):
    sent, shown, name, saved, refused = visitor(r"""
        const taken = { title: "Monday", answers: [["drag/1", [0]]] };
        const sent = [];
        let found = { title: "Monday: Größe", about: "1 of 1.", questions: [{ ...asked, number: 3,
          own: [{ vote: "first", answer: "DCG", outcome: "right", message: "" }] }] };
        answers["/join/solutions"] = (body) => (sent.push(body), answerJson(...[found].flat()));
        await open(`/join/review#${encodeURIComponent(JSON.stringify(taken))}`);
        const page = [shown(), text("#review")];
        failures.unshift(({ url }) => url.endsWith("=a.png") ? answerJson({}, 404) : undefined);
        await press("Save this page as a file");
        await until(() => downloads.length);
        const saved = await textOfFile(downloads[0]);
        found = [{ say: "The link is incomplete." }, 400];
        await open("/join/review#%7B%22tit");
        result = [sent, page, downloads[0].name, saved, [text("#said"), find("#acts").hidden]];
    """)
    whole, broken = sent
    assert whole == {"title": "Monday", "answers": [["drag/1", [0]]]}
    assert broken == {}
    assert shown[0] == ["Print the review", "Save this page as a file"]
    assert "Question 3" in shown[1]
    assert "Your answer: DCG right" in shown[1]
    assert name == "Monday-Größe.html"
    title, data = read_saved(saved)
    assert title == data["title"] == "Monday: Größe"
    assert data["questions"][0]["image"]["src"].startswith("data:image/png")
    assert data["questions"][0]["options"] == ["<b>DCG</b>", "P"]
    assert refused == ["The link is incomplete.", True]
