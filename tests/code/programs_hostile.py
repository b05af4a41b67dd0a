"""Hostile programs: whatever they do, the lab must go on. The states a run may end in."""

_REST = "\ndef dcg(rels):\n    return 0.0\n"
_WORKER = "from browser import self as w\n"

ENDLESS = {
    "an endless loop": "while True:\n    pass\n",
    "an endless loop that prints": "while True:\n    print('x' * 100)\n",
    "a memory hog": "x = []\nwhile True:\n    x.append([0] * 1000000)\n",
    "a loop in a call": "def dcg(rels):\n    while rels is not None:\n        pass\n",
    "an endless loop that swallows errors": (
        "while True:\n    try:\n        1 / 0\n    except BaseException:\n        pass\n"
    ),
}
"""These are stopped by the clock, or end with the worker."""

LOUD = {
    "endless recursion": "def f():\n    return f()\nf()\n",
    "a giant list": "x = [0] * 10 ** 10\n",
    "a giant number": "x = len(str(10 ** 200000))" + _REST,
    "a giant text": "print('x' * 10 ** 6)" + _REST,
    "fetch": _WORKER + "w.fetch('/leak')" + _REST,
    "a request the old way": _WORKER + "w.XMLHttpRequest.new()" + _REST,
    "a websocket": _WORKER + "w.WebSocket.new('ws://localhost/leak')" + _REST,
    "an event source": _WORKER + "w.EventSource.new('/leak')" + _REST,
    "importScripts": _WORKER + "w.importScripts('/leak')" + _REST,
    "another worker": _WORKER + "w.Worker.new('/leak')" + _REST,
    "storage": _WORKER + "w.localStorage.setItem('a', 'b')" + _REST,
    "a database": _WORKER + "w.indexedDB.open('a')" + _REST,
    "cookies": "from browser import document\nprint(document.cookie)" + _REST,
    "the parent": _WORKER + "w.parent.document.title = 'gone'" + _REST,
    "closing": _WORKER + "w.close()" + _REST,
    "javascript": (
        "from browser import self as w\nw.eval(\"Function('return this')().fetch('/leak')\")"
        + _REST
    ),
    "ajax": "from browser import ajax\najax.get('/leak', blocking=True)" + _REST,
    "a file": "open('/etc/passwd').read()" + _REST,
    "a module from the server": "import leak" + _REST,
    "a forged verdict": (
        _WORKER
        + "for m in (['value', '0', 'number', '4.0', 'kept'], ['end', 'done'], ['dead']):\n"
        + "    w.postMessage(m)"
        + _REST
    ),
    "no builtins left": (
        "import builtins\nfor name in list(vars(builtins)):\n"
        "    if name not in ('vars', 'list', 'setattr'):\n        setattr(builtins, name, None)"
        + _REST
    ),
    "a broken print": "import sys\nsys.stdout = None\nprint('x')" + _REST,
    "an exit": "raise SystemExit" + _REST,
    "a hostile number": (
        "class F(float):\n    def __repr__(self):\n        return '4.0'\n"
        "    __abs__ = __sub__ = __eq__ = None\n"
        "def dcg(rels):\n    return F(7)\n"
    ),
    "markup": (
        "print('<img src=/leak onerror=alert(1)>')\n"
        "def dcg(rels):\n    return '<img src=/leak onerror=alert(1)>'\n"
    ),
    "a markup error": "raise ValueError('<script>alert(1)</script>')\n",
}
"""These end by themselves, one way or another."""

_EMIT = "import sys\nemit = sys.stdout.emit\n"
_PORT = "MessagePort.prototype.postMessage"

ODD = {
    "megabytes without end": _EMIT + "while True:\n    emit('out', 'x' * 10 ** 6)\n",
    "an error of twenty megabytes": (
        _EMIT + "emit('error', 'program', 'Error', 'x' * 20 * 10 ** 6, 1)" + _REST
    ),
    "an end before its time": _EMIT + "emit('end')\nwhile True:\n    pass\n",
    "nothing, without end": _EMIT + "while True:\n    emit('out', '')\n",
}
"""These say what Python does not say here: the page ends the run; test_conversation.py has more."""

POWERLESS = {
    "another way to send": _WORKER + f"w.eval('{_PORT} = function () {{ throw 1 }}')" + _REST,
    "another way to make a text": _WORKER + "w.eval('String = () => 4')" + _REST,
    "another text for numbers": (
        "try:\n    float.__repr__ = float.__str__ = lambda self: '4.0'\n"
        "except TypeError:\n    pass\n" + _REST
    ),
}
"""What these replace is not used: they end as if they had not."""
