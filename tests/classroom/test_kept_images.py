"""The images of a teacher's own questions, run in Node: shrunk, stored, described and shown."""

from base64 import b64encode

import pytest

from tests.classroom.test_images import PNG
from tests.ui.scenes import make_scene_runner, needs_node, read_module
from tests.ui.visitor import do_as_visitor

pytestmark = needs_node
MODULES = {name: read_module(name) for name in ("classroom/images.js", "exhibit/make.js")}
MODULES["classroom/pictures.js"] = "export const buildImageAddress = (name) => `/image/${name}`;"
READER = """
globalThis.FileReader = class {
  readAsDataURL(blob) {
    blob.arrayBuffer().then((bytes) => {
      this.result = `data:${blob.type};base64,${Buffer.from(bytes).toString("base64")}`;
      this.onload();
    });
  }
};
"""
BEFORE = f"""
{READER}
// A picture of some size; a pixel takes as many bytes as the scene says.
let bytes = {{ "image/png": 3, "image/webp": 1, "image/jpeg": 0.5 }};
let bitmap = null;
globalThis.createImageBitmap = async () => {{
  if (!bitmap) throw new Error("not readable");
  return bitmap;
}};
const painted = [];
globalThis.document = {{
  createElement: () => ({{
    getContext() {{
      const canvas = this;
      return {{
        fillRect() {{ painted.push([this.fillStyle, canvas.width, canvas.height]); }},
        drawImage: () => painted.push("image"),
      }};
    }},
    toBlob(done, type) {{
      const size = Math.round(this.width * this.height * bytes[type]);
      done(bytes[type] ? {{ type, size, arrayBuffer: async () => Buffer.from(type) }} : null);
    }},
  }}),
}};

// A browser's database, whose requests are answered later.
let database = new Map();
let fails = ""; // "open" or "store"
const stores = [];
const soon = (go) => setTimeout(go);
const makeRequest = (result) => ({{ result }});
const openStore = (name, mode) => {{
  if (!stores.includes(name)) throw new Error("no such store");
  if (!["readonly", "readwrite"].includes(mode)) throw new Error("no such mode");
  const write = (act) => (...given) => {{
    if (mode !== "readwrite") throw new Error("only to read");
    if (!fails) act(...given);
  }};
  return {{
    put: write((value, key) => database.set(key, value)),
    delete: write((key) => database.delete(key)),
    get: (key) => makeRequest(database.get(key)),
    getAllKeys: () => makeRequest([...database.keys()]),
  }};
}};
globalThis.indexedDB = {{
  open() {{
    if (!database) throw new Error("no storage");
    const result = {{
      close: () => {{}},
      createObjectStore: (name) => stores.push(name),
      transaction(name, mode) {{
        const transaction = {{ objectStore: () => openStore(name, mode) }};
        soon(() => transaction[fails === "store" ? "onabort" : "oncomplete"]());
        return transaction;
      }},
    }};
    const request = {{ result }};
    soon(() => {{
      if (fails === "open") return request.onerror();
      if (!stores.length) request.onupgradeneeded();
      request.onsuccess();
    }});
    return request;
  }},
}};
const load = (visit) => import(`./classroom/images.js?${{visit}}`);
const {{ shrinkImage, keepImages, findImage, forgetImages, countImages, insertImages,
  embedImages }} = await load(1);
const name = (letter) => `${{letter.repeat(32)}}-40x30.png`;
let result;
"""
TOO_BAD = "This file cannot be shown as an image. Choose a PNG, JPEG or WebP file."


def test_a_photo_is_painted_on_white_and_shrunk_until_it_is_small_enough(tmp_path):
    sizes, refused = make_scene_runner(tmp_path, MODULES, BEFORE)("""
        const shrink = async (width, height, type = "image/png") => {
          bitmap = width && { width, height };
          painted.length = 0;
          const url = await shrinkImage({ type }).catch(({ message }) => message);
          const data = url.startsWith("data:") && url.split(",")[1];
          return [data ? Buffer.from(data, "base64").toString() : url, ...painted.slice(-2)];
        };
        const sizes = [await shrink(200, 100), await shrink(400, 300), await shrink(4000, 2000)];
        sizes.push(await shrink(3000, 1));
        bytes = { "image/png": 1, "image/webp": 0.5 };
        sizes.push(await shrink(500, 500), await shrink(501, 500)); // 250 kB are not too much
        bytes = { "image/jpeg": 1 }; // this browser cannot write the others
        sizes.push(await shrink(200, 100));
        bytes = { "image/png": 9, "image/webp": 9, "image/jpeg": 9 };
        const large = await shrink(300, 300);
        result = [sizes, [large[0], await shrink(0), await shrink(9, 9, "image/svg+xml")]];
    """)
    assert sizes == [
        ["image/png", ["white", 200, 100], "image"],
        ["image/webp", ["white", 400, 300], "image"],
        ["image/jpeg", ["white", 800, 400], "image"],
        ["image/png", ["white", 1600, 1], "image"],
        ["image/png", ["white", 500, 500], "image"],
        ["image/webp", ["white", 501, 500], "image"],
        ["image/jpeg", ["white", 200, 100], "image"],
    ]
    too_large, unreadable, drawing = refused
    assert too_large == "This image cannot be made small enough."
    assert [unreadable[0], drawing[0]] == [TOO_BAD, TOO_BAD]


def test_images_stay_in_the_browser_until_no_plan_names_them(tmp_path):
    later, left, file, without, embedded = make_scene_runner(tmp_path, MODULES, BEFORE)("""
        await keepImages({ [name("a")]: "data:a", [name("b")]: "data:b" });
        const other = await load(2);
        const later = [await other.findImage(name("a")), (await other.findImage(name("c"))) ?? ""];
        await forgetImages(`image = "${name("b")}"`);
        const another = await load(3);
        const left = [(await another.findImage(name("a"))) ?? "", await another.findImage(name(
          "b"))];
        const text = ["a", "b", "c", "b"].map((one) => `image = "${name(one)}"`).join(" ");
        const file = [await another.insertImages(text), countImages(text), countImages("none")];
        for (const at of ["open", "store"]) {
          fails = at;
          const there = await load(at);
          await there.keepImages({ [name("e")]: "data:e" });
          file.push(await there.findImage(name("e")), await (await load(`other ${at}`)).findImage(
            name("e")) ?? "");
        }
        fails = "";
        database = null;
        const alone = await load(4);
        await alone.keepImages({ [name("d")]: "data:d" });
        const without = [await alone.findImage(name("d")), (await alone.findImage(name("a"))) ??
          ""];
        globalThis.fetch = async (address) => {
          if (address.includes("lost")) throw new TypeError("lost");
          const type = "image/png";
          return { ok: !address.includes("gone"),
            blob: async () => ({ type, arrayBuffer: async () => Buffer.from(address) }) };
        };
        const questions = [{ ask: "?" }, ...["here", "gone", "lost"].map((name) => ({ ask: name,
          image: { name, alt: "A line." } }))];
        const embedded = (await embedImages(questions)).map(({ ask, image }) => [ask, image?.alt,
          Buffer.from(image?.src.split(",")[1] ?? "", "base64").toString()]);
        result = [later, left, file, without, embedded];
    """)
    a, c = (f'image = "{letter * 32}-40x30.png"' for letter in "ac")
    assert later == ["data:a", ""]
    assert left == ["", "data:b"]
    assert file[:3] == [f'{a} image = "data:b" {c} image = "data:b"', 3, 0]
    assert file[3:] == ["data:e", ""] * 2, "this page has an image that the browser cannot store"
    assert without == ["data:d", ""]
    assert embedded == [
        ["?", None, ""],
        ["here", "A line.", "/image/here"],
        ["gone", "A line.", ""],
        ["lost", "A line.", ""],
    ]


FORM = f"""
{READER}
const loadFile = async (content) => {{
  find("#load").chosenFiles = [new File([content], "plan.toml")];
  fire(find("#load"), "change");
  await settled();
}};
const png = "{b64encode(PNG).decode()}";
const field = (name) => find(`#own [name=${{name}}]`);
const toFile = (data, type) => new File([Buffer.from(data, "base64")], "a", {{ type }});
globalThis.createImageBitmap = async () => ({{ width: 64, height: 48 }});
const canvas = Object.getPrototypeOf(document.createElement("canvas"));
canvas.getContext = () => ({{ fillRect: () => {{}}, drawImage: () => {{}} }});
canvas.toBlob = (done, type) => done(new Blob([Buffer.from(png, "base64")], {{ type }}));
const take = async (file) => {{
  find("#image-file").chosenFiles = [file];
  fire(find("#image-file"), "change");
  for (let n = 0; n < 9; n++) await settled();
}};
const paste = async (...files) => {{
  const isLeft = fire(document.body, "paste", {{ clipboardData: {{ files }} }});
  for (let n = 0; n < 9; n++) await settled();
  return isLeft;
}};
const wrong = () => texts("#own [data-wrong]").join("");
const src = () => find("#wall").contentWindow.received.at(-1).room.question.image?.src ?? "";
const state = () => ["#thumb", "#no-image", "#described"].map((one) => !find(one).hidden);
"""


@pytest.fixture
def teacher(tmp_path, new_class_database):
    """Run a scene as a teacher at the computer on which the app runs."""
    return lambda scene: do_as_visitor(tmp_path, FORM + scene)


def test_an_image_is_chosen_or_pasted_described_and_saved_with_its_plan(teacher):
    pasted, refused, chosen, undescribed, added, edited, again = teacher("""
        await open("/class");
        await press("Your own");
        const pasted = [await paste(toFile(png, "image/png")), state()];
        await press(find("#own [value=choice]"));
        pasted.push(await paste(toFile(png, "text/plain")), state());
        pasted.push(await paste(toFile(png, "image/png")), state());
        await press("Remove the image");
        const { createImageBitmap: readImage } = globalThis;
        globalThis.createImageBitmap = async () => { throw new Error("unreadable"); };
        await take(toFile(png, "image/png"));
        const refused = [wrong(), state(), field("image").ariaInvalid];
        globalThis.createImageBitmap = readImage;
        await take(toFile(png, "image/png"));
        const chosen = [wrong(), state(), find("#thumb").src === `data:image/png;base64,${png}`,
          document.activeElement.name];
        await type(field("ask"), "What?");
        for (const [place, answer] of ["One", "Two"].entries()) {
          await type(findAll("#answers [name=answers]")[place], answer);
        }
        await press(find("#answers [name=right]"));
        await press("Add to the plan");
        const undescribed = [wrong(), document.activeElement.name];
        await type(field("alt"), "A red field.");
        await type(field("r"), "3, 2");
        await leave();
        const paper = find("#paper");
        const printed = [paper.querySelector("img")?.alt, text(paper).includes("3")];
        await press("Add to the plan");
        const added = [src() !== "", printed, state(), field("alt").value];
        await press(findAll("#plan .pick")[0]);
        await press("Change: question 1");
        await settled();
        const edited = [state(), field("alt").value, find("#thumb").src ===
          `data:image/png;base64,${png}`];
        await press("Copy a link");
        edited.push(text("#done"));
        const { writeText } = navigator.clipboard;
        navigator.clipboard.writeText = async () => { throw new Error("denied"); };
        globalThis.prompt = (sentence) => edited.push(sentence);
        await press("Copy a link");
        await until(() => edited.length === 5);
        navigator.clipboard.writeText = writeText;
        await press("Save as a file");
        await until(() => downloads.length);
        const file = await textOfFile(downloads[0]);
        localStorage.clear();
        await open("/class");
        await loadFile(file);
        await press(find("#plan .pick"));
        const again = [file.includes(`image = "data:image/png;base64,${png}"`),
          src() === `data:image/png;base64,${png}`, text("#said")];
        localStorage.clear();
        await open(clipboard[0].replace("http://localhost", ""));
        await press(find("#plan .pick"));
        again.push(src(), text("#said"));
        result = [pasted, refused, chosen, undescribed, added, edited, again];
    """)
    nothing, everything = [False] * 3, [True] * 3
    assert pasted == [True, nothing, True, nothing, False, everything]
    assert refused == [TOO_BAD, nothing, "true"]
    assert chosen == ["", everything, True, "alt"]
    assert undescribed == ["Describe the image for learners who cannot see it.", "alt"]
    assert added == [True, ["A red field.", True], nothing, ""]
    done = "The link with the plan is copied. It leaves out the images."
    assert edited[:3] == [everything, "A red field.", True]
    assert edited[3].startswith(done)
    assert edited[4].startswith("Copy this link. It leaves out the images.")
    lacks = "This browser does not have the image of question 1. A link contains no images."
    assert again[:4] == [True, True, "", ""]
    assert again[4].startswith(lacks)
