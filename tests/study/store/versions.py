"""Studies as earlier versions left them, made by their own steps and their own SQL."""

from pathlib import Path

from sqlalchemy import text

from reproscope.study.store.address import read_address
from reproscope.study.store.connecting import connect
from reproscope.study.store.migrating import migrate
from reproscope.study.store.schema import APPLICATION_ID, VERSIONS

# What each version could hold, in the SQL of its time.
FILLED = {
    "0001": """
INSERT INTO reproscope_study (id, name, given) VALUES (1, 'Old toys', 1500000000000000);
INSERT INTO paper (id, key, title) VALUES (1, 'paper-1', 'First'), (2, 'paper-2', 'Second');
INSERT INTO attribute (id, name) VALUES (1, 'year');
INSERT INTO paper_attribute (paper, attribute, value) VALUES (1, 1, '2016');
INSERT INTO instrument (id, name, definition, source, given) VALUES (1, 'toys', '{"name": "toys",
 "title": "Toys", "source": "made up", "variables": [{"name": "shared", "question": "?", "kind":
 "boolean", "group": "", "guidance": "", "values": [], "condition": "", "weight": 1.0, "line":
 null}], "metrics": [], "scheme": "", "outcome": "", "notes": [], "groups": {}}', '',
 1500000000000000);
INSERT INTO variable (id, instrument, name) VALUES (1, 1, 'shared');
INSERT INTO coder (id, name) VALUES (1, 'ada'), (2, 'bob');
INSERT INTO value (id, digest, text) VALUES (1, <0>, '0'), (2, <1>, '1');
INSERT INTO answer (variable, coder, paper, revision, value, given) VALUES
 (1, 1, 1, 1, 1, 1500000000000000), (1, 1, 1, 2, 2, 1500000001000000),
 (1, 2, 1, 1, 1, 1500000002000000), (1, 2, 2, 1, 1, 1500000002000000);
INSERT INTO answer_note (variable, coder, paper, revision, evidence, seconds) VALUES
 (1, 1, 1, 1, 'page 3', 12.5);
INSERT INTO resolution (variable, paper, revision, value, coder, note, given) VALUES
 (1, 1, 1, 2, 2, 'ada is right', 1500000003000000);
""",
    "0002": """
INSERT INTO attempt (id, paper, key, revision, "by", level, scheme, hours, hours_limit, experiments,
 identical, consistent, different, not_conducted, why_not_conducted, reproduced, criteria,
 contacted, replied, time_kind, time_days, note, given) VALUES (1, 2, '1', 1, 'ada', 'R1',
 'cappelen2018', 3.5, 40, NULL, NULL, NULL, NULL, NULL, '', true, '', NULL, NULL, 'known', 2, '',
 1500000004000000);
INSERT INTO experiment (id, attempt, place, method, data) VALUES (1, 1, 0, 'SVM', 'iris');
INSERT INTO result (id, experiment, place, measure, original, reproduced) VALUES
 (1, 1, 0, 'accuracy', '0.940', '0.94');
INSERT INTO baseline (result, place, name, printed) VALUES (1, 0, 'kNN', '0.93');
INSERT INTO discrepancy (attempt, place, category, count, severity, note) VALUES
 (1, 0, 'P1', 2, 'minor', 'a seed');
INSERT INTO draw (id, name, revision, source, digest, population, size, seed, method, "by", given)
 VALUES (1, 'first', 1, 'accepted.txt', 'abc', 100, 2, '7', 'simple', '', 1500000004000000);
INSERT INTO member (draw, place, paper, stratum, status, reason, replaced_by) VALUES
 (1, 0, 2, '', 'excluded', 'a review', 1), (1, 1, 1, '', 'sampled', '', NULL);
""",
    "0003": """
INSERT INTO assignment (instrument, coder, paper, given) VALUES (1, 1, 2, 1500000005000000);
INSERT INTO "release" (id, epsilon, delta, what, given) VALUES
 (1, 0.5, 0, 'means', 1500000006000000);
""",
    "0004": """
INSERT INTO repeated (result, original_deviation, original_runs, reproduced_deviation,
 reproduced_runs, margin) VALUES (1, 0.01, 5, 0.02, 10, 0.005)
""",
}
# The first 16 bytes of BLAKE2b of "0" and "1", by which every version has found values again.
DIGESTS = {"0": "1240a4684403b160e6597a653a88f56c", "1": "cea3878a334b240469d159ff840b6434"}
BYTES = {"sqlite": "X'{}'", "postgresql": "'\\x{}'"}


def study_of(address: str, version: str) -> None:
    """Make a study as it was in a version, with everything that it could hold."""
    place = read_address(address)
    if place.path is not None:
        Path(place.path).touch()
    database = connect(place, 10)
    with database.writing() as connection:
        if place.path is not None:
            connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
        migrate(connection, version)
        for filled in VERSIONS[: VERSIONS.index(version) + 1]:
            for statement in FILLED[filled].split(";\n"):
                for value, digest in DIGESTS.items():
                    bytes_ = BYTES[connection.dialect.name].format(digest)
                    statement = statement.replace(f"<{value}>", bytes_)
                if statement.strip():
                    connection.exec_driver_sql(statement)
    database.close()
