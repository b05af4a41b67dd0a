"""The conversion of the first table in a spreadsheet to CSV."""

import csv
import re
import zipfile
from collections.abc import Iterable
from importlib.util import find_spec
from io import BytesIO, StringIO
from typing import Any

from ndcg_core.evaluation.files.columns import TableSource
from ndcg_core.evaluation.files.contents import (
    CHUNK_BYTES,
    Limits,
    calculate_unpacked_limit,
    format_size,
    refuse_file,
)

ZIP_MAGIC = b"PK\x03\x04"
OLD_EXCEL_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
DOCUMENT_FILES = {
    "xl/workbook.xml": "spreadsheet",
    "xl/workbook.bin": "a binary workbook. Save it as .xlsx or CSV",
    "word/document.xml": "a Word document. Save its table as CSV",
    "ppt/presentation.xml": "a presentation. Save its table as CSV",
    "Index/Document.iwa": "a file of Numbers or Pages. Export its table as CSV",
}
"""The kind of a zip archive, by the name of a file in it."""
CELL_PATTERN = re.compile(rb"""\sr=["']([A-Z]{0,3})(\d{1,7})["']""")
"""The position of a cell or row in Excel's XML. All cells up to the last cell need memory."""
MAX_CELLS = 20_000_000
OPEN_DOCUMENT_TYPE = b"opendocument.spreadsheet"
NEEDED_PACKAGE = "python_calamine"


def is_spreadsheet(data: bytes, file_name: str, limits: Limits) -> bool:
    """Return True for the bytes of a spreadsheet. Raise ValueError for any other zip archive.

    Any file of an old Office program counts as a spreadsheet. A spreadsheet that unpacks to too
    many bytes or cells also raises ValueError.
    """
    if data.startswith(OLD_EXCEL_MAGIC):
        return True
    if not data.startswith(ZIP_MAGIC):
        return False
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = {info.filename for info in archive.infolist()}
            what = next((what for name, what in DOCUMENT_FILES.items() if name in names), "")
            if "mimetype" in names and archive.read("mimetype").strip().endswith(
                OPEN_DOCUMENT_TYPE
            ):
                what = "spreadsheet"
            if what == "spreadsheet":
                _check_size(archive, len(data), file_name, limits)
                return True
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        if str(error).startswith(file_name):
            raise
        refuse_file(file_name, "this zip archive is broken or needs a password.")
    return refuse_file(file_name, f"this is {what or 'a zip archive. Unpack it first'}.")


def _check_size(archive: zipfile.ZipFile, packed_size: int, file_name: str, limits: Limits) -> None:
    """Raise ValueError if a spreadsheet unpacks to too many bytes or cells."""
    most = calculate_unpacked_limit(packed_size, limits)
    total = 0
    for info in archive.infolist():
        last = b""
        rows = 1
        columns = 1
        with archive.open(info) as file:
            while piece := file.read(CHUNK_BYTES):
                total += len(piece)
                if total > most:
                    refuse_file(
                        file_name,
                        f"it unpacks to more than {format_size(most)}, so it was not read.",
                    )
                for letters, row in CELL_PATTERN.findall(last + piece):
                    rows = max(rows, int(row))
                    columns = max(columns, _calculate_column_number(letters))
                last = piece[-30:]
        if rows * columns > MAX_CELLS:
            span = f"{rows:,} rows and {columns:,} columns"
            refuse_file(file_name, f"its cells span {span}. Save its table as CSV.")


def _calculate_column_number(letters: bytes) -> int:
    """Return the number of a column from its letters: A is 1, Z is 26, AA is 27."""
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number


def convert_to_csv(data: bytes, source: TableSource) -> bytes:
    """Convert a spreadsheet's first non-empty sheet to CSV, and add a finding with its name.

    Raises ValueError if python-calamine is not installed or cannot read the file, or if all sheets
    are empty.
    """
    if find_spec(NEEDED_PACKAGE) is None:
        source.refuse("it is a spreadsheet. Run: pip install python-calamine, or save it as CSV.")
    from python_calamine import CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(BytesIO(data))
        names = list(book.sheet_names)
        for name in names:
            rows: list[list[Any]] = book.get_sheet_by_name(name).to_python()
            if any(cell != "" for row in rows for cell in row):
                source.add_finding("sheet", len(names), sheet=name)
                return _encode_csv(rows)
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as error:  # a panic of calamine is not an `Exception`
        source.refuse(f"this spreadsheet cannot be read: {str(error).rstrip('.')}.")
    source.refuse("this spreadsheet is empty.")


def _encode_csv(rows: Iterable[Iterable[Any]]) -> bytes:
    """Return rows of cells as CSV in UTF-8."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in rows:
        writer.writerow([_format_cell(cell) for cell in row])
    return text.getvalue().encode()


def _format_cell(cell: Any) -> str:
    """Return a cell's text on one line. Whole numbers below 2^53 have no decimal point."""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2**53:
        return str(int(cell))
    return " ".join(str(cell).split())
