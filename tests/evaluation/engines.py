"""Engines that hold tables: DuckDB, and Spark where Java and pyspark are there."""

from __future__ import annotations

import os
import shutil
from itertools import count

import pytest

NUMBER = count()
NO_JAVA = "no Java found: on Debian, apt-get install default-jre-headless brings it"
NO_SPARK = "pyspark is not installed; the extra `spark` brings it"
SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.sql.shuffle.partitions": "2",  # the default, 200, is for a cluster
}


class DuckDB:
    """Tables in memory."""

    def __init__(self):
        self.connection = pytest.importorskip("duckdb", reason="duckdb is not installed").connect()

    def table(self, rows, value, kind="double"):
        """A table of query, doc and a number."""
        name = f"t{next(NUMBER)}"
        columns = f"query varchar, doc varchar, {value} {kind}"
        self.connection.execute(f"create table {name}({columns})")
        self.connection.executemany(f"insert into {name} values (?, ?, ?)", rows)
        return self.connection.table(name)

    def is_lazy(self, frame):
        return type(frame).__name__ == "DuckDBPyRelation"


class Spark:
    """A Spark of this machine alone, in a Java of its own."""

    def __init__(self):
        sql = pytest.importorskip("pyspark.sql", reason=NO_SPARK)
        if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
            pytest.skip(NO_JAVA)
        builder = sql.SparkSession.builder.master("local[2]").appName("ndcg tests")
        self.session = builder.config(map=SETTINGS).getOrCreate()
        self.session.sparkContext.setLogLevel("ERROR")

    def table(self, rows, value, kind="double"):
        """A table of query, doc and a number, in two partitions."""
        columns = f"query string, doc string, {value} {'int' if kind == 'integer' else kind}"
        number = int if kind == "integer" else float
        rows = [(query, doc, number(found)) for query, doc, found in rows]
        return self.session.createDataFrame(rows, columns).repartition(2)

    def is_lazy(self, frame):
        return type(frame).__module__.startswith("pyspark.sql")

    def jobs(self, work, group):
        """What `work` gives, and how many jobs Spark ran for it."""
        context = self.session.sparkContext
        context.setJobGroup(group, group)
        found = work()
        return found, len(context.statusTracker().getJobIdsForGroup(group))


ENGINES = {"duckdb": DuckDB, "spark": Spark}
