"""Imports before the server listens and right after it."""

import gc
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from threading import Thread
from time import sleep

import click
import streamlit as st
from streamlit import config

from ndcg_ui import PRODUCT, limits
from ndcg_ui.classroom.shown import choosing
from ndcg_ui.classroom.store.settings import read_settings
from ndcg_ui.exhibit.addresses import find_machine_address
from ndcg_ui.hosts.server.base_path import read_base_path
from ndcg_ui.hosts.server.theme import describe_low_contrast
from ndcg_ui.pages import evaluate
from ndcg_ui.pages.code.acts import fill_check_caches

log = logging.getLogger("ndcg_ui")

ALL_ADDRESSES = ("0.0.0.0", "::")
SECONDS_AFTER_START = 3
"""The delay of slow imports, so that browsers that wait for a restart are served first."""


@asynccontextmanager
async def import_modules_early(app: st.App) -> AsyncIterator[None]:
    """Import the modules of the first page now, and slower modules in a background thread.

    Also set how often Python switches threads and collects garbage.
    """
    import_module("ndcg_ui.components.templates")
    sys.setswitchinterval(limits.SECONDS_TO_HAND_OVER)
    gc.set_threshold(*limits.OBJECTS_TO_COLLECT)
    Thread(target=_import_later, daemon=True).start()
    yield


def print_addresses() -> None:
    """Print the app's addresses if `streamlit run` started the app.

    Streamlit's own message is switched off, because it comes before the check of
    the settings. Other servers, such as uvicorn, print their own address.
    """
    context = click.get_current_context(silent=True)
    if context is None or context.info_name != "run":
        return
    scheme = "https" if config.get_option("server.sslCertFile") else "http"
    address = config.get_option("server.address") or ALL_ADDRESSES[0]
    hosts = ["localhost", find_machine_address()] if address in ALL_ADDRESSES else [address]
    port = config.get_option("server.port")
    path = read_base_path()
    for host in hosts:
        print(f"\n  {PRODUCT}: {scheme}://{host}:{port}{path}", flush=True)
    print("  Ctrl+C ends it.\n", flush=True)


def warn_of_low_contrast() -> None:
    """Log a warning if colours of the theme have too little contrast."""
    if sentences := describe_low_contrast():
        log.warning(sentences)


def warn_of_unusable_database() -> None:
    """Log a warning if the default class database is unusable, so that classes cannot start."""
    if trouble := read_settings().trouble:
        log.warning(trouble)


def _import_later() -> None:
    sleep(SECONDS_AFTER_START)
    choosing.list_question_groups()  # caches the questions on /class
    import_module("pandas")  # needed by some of Streamlit's widgets, which few pages have
    evaluate.import_view()  # imports Polars and numpy, which take longest
    fill_check_caches()
    gc.freeze()  # full collections, some 70 ms each, then skip the permanent objects
