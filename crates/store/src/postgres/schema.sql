-- The tables of a store, in a schema of its own, and the function that writes a batch. {schema} is the schema's name, quoted. Not
-- here: how a checksum is computed (`checksum.rs`), who runs this (`schema.rs`), and the other statements (`statements.rs`).
--
-- `home` is the shard key of a row (of its channel, person or game). It is part of every key, so that the tables can be split by
-- it: into hash partitions, or over machines.

CREATE TABLE {schema}.installation (
    one bool PRIMARY KEY DEFAULT true CHECK (one),
    format int8 NOT NULL,
    -- Whether an import or a copy into the store is unfinished, and the mark of the copy.
    importing bool NOT NULL,
    filling bytea,
    -- Rows that are in no tally: those of imports.
    untallied int8 NOT NULL DEFAULT 0
);

CREATE TABLE {schema}.record (
    home int4 NOT NULL,
    kind text COLLATE "C" NOT NULL,
    key bytea NOT NULL,
    version int8 NOT NULL,
    value bytea NOT NULL,
    -- Null only in a row that the function below writes and deletes at once.
    checksum int8,
    PRIMARY KEY (kind, key, home)
);

CREATE TABLE {schema}.answer (
    home int4 NOT NULL,
    id bytea NOT NULL,
    at int8 NOT NULL,
    answer bytea NOT NULL,
    -- The attempt that wrote the answer: one of unknown outcome recognises its own.
    attempt int8 NOT NULL,
    checksum int8,
    PRIMARY KEY (id, home)
);

-- Old answers are forgotten by it.
CREATE INDEX answer_by_age ON {schema}.answer (at);

-- How many rows were added, less those taken away. The sum says how many there must be, so that lost ones are missed. Each
-- connection adds to a slot of its own, as far as they suffice, so that no transaction waits for another.
CREATE TABLE {schema}.tally (
    slot int4 PRIMARY KEY,
    added int8 NOT NULL
) WITH (fillfactor = 25);

-- Writes a batch, whole or not at all. First everything is looked at, so that what was not as expected is named without
-- an error; then each write makes sure that it still is so. Where somebody was faster in between, the whole is to be
-- tried again, as with any failed serialization.
--
-- Outcome: 0 it is written; 1 the event had acted before, and that was its answer; 2 not as expected, and the number of
-- that expectation in the batch; 3 rows are being restored.
CREATE FUNCTION {schema}.commit_2(
    event bytea, event_homes int4[], event_at int8, event_answer bytea, event_attempt int8, event_checksum int8,
    homes int4[], kinds text[], keys bytea[],
    -- The version that is expected, 0 for none; nothing where anything may be there.
    expected int8[],
    -- Where it stands in the batch, from 0.
    places int4[],
    -- How many versions further; 0 where nothing is put.
    steps int8[],
    -- Whether the key begins anew, having been removed in the same batch, or is removed where nothing is put.
    gone bool[],
    contents bytea[],
    -- Checksums of keys and contents. The version, which only the database knows, is added here by XOR.
    checksums int8[],
    OUT outcome int2, OUT place int4,
    OUT answered bytea, OUT answered_at int8, OUT answered_home int4, OUT answered_checksum int8
) LANGUAGE plpgsql AS $body$
DECLARE
    op record;
    found_version int8;
    found_attempt int8;
    more int8 := 0;
BEGIN
    PERFORM 1 FROM {schema}.installation WHERE importing;
    IF FOUND THEN
        outcome := 3;
        RETURN;
    END IF;
    IF event IS NOT NULL THEN
        SELECT a.answer, a.at, a.home, a.checksum, a.attempt
            INTO answered, answered_at, answered_home, answered_checksum, found_attempt
            FROM {schema}.answer a WHERE a.id = event AND a.home = ANY (event_homes) LIMIT 1;
        IF FOUND THEN
            outcome := CASE WHEN found_attempt = event_attempt THEN 0 ELSE 1 END;
            RETURN;
        END IF;
    END IF;
    FOR op IN
        SELECT * FROM unnest(homes, kinds, keys, expected, places) AS o(home, kind, key, version, place)
            WHERE o.version IS NOT NULL ORDER BY o.place
    LOOP
        SELECT r.version INTO found_version FROM {schema}.record r
            WHERE r.kind = op.kind AND r.key = op.key AND r.home = op.home;
        IF coalesce(found_version, 0) <> op.version THEN
            outcome := 2;
            place := op.place;
            RETURN;
        END IF;
    END LOOP;
    FOR op IN
        SELECT * FROM unnest(homes, kinds, keys, expected, steps, gone, contents, checksums)
            AS o(home, kind, key, version, step, gone, value, checksum)
    LOOP
        IF op.version > 0 AND op.step > 0 THEN
            UPDATE {schema}.record r
                SET version = CASE WHEN op.gone THEN 0 ELSE r.version END + op.step, value = op.value,
                    checksum = op.checksum # (CASE WHEN op.gone THEN 0 ELSE r.version END + op.step)
                WHERE r.kind = op.kind AND r.key = op.key AND r.home = op.home AND r.version = op.version;
        ELSIF op.version > 0 AND op.gone THEN
            DELETE FROM {schema}.record r
                WHERE r.kind = op.kind AND r.key = op.key AND r.home = op.home AND r.version = op.version;
            more := more - 1;
        ELSIF op.version > 0 THEN
            PERFORM 1 FROM {schema}.record r
                WHERE r.kind = op.kind AND r.key = op.key AND r.home = op.home AND r.version = op.version FOR SHARE;
        ELSIF op.version = 0 THEN
            INSERT INTO {schema}.record AS r (home, kind, key, version, value, checksum)
                VALUES (op.home, op.kind, op.key, greatest(op.step, 1), coalesce(op.value, ''),
                    op.checksum # greatest(op.step, 1))
                ON CONFLICT DO NOTHING;
            more := more + 1;
        ELSE
            IF op.gone THEN
                DELETE FROM {schema}.record r WHERE r.kind = op.kind AND r.key = op.key AND r.home = op.home;
                IF FOUND THEN
                    more := more - 1;
                END IF;
            END IF;
            IF op.step > 0 THEN
                INSERT INTO {schema}.record AS r (home, kind, key, version, value, checksum)
                    VALUES (op.home, op.kind, op.key, op.step, op.value, op.checksum # op.step)
                    ON CONFLICT (kind, key, home) DO UPDATE
                    SET version = r.version + op.step, value = op.value, checksum = op.checksum # (r.version + op.step)
                    RETURNING r.version INTO found_version;
                -- What was there already is further than the first version.
                IF found_version = op.step THEN
                    more := more + 1;
                END IF;
            END IF;
        END IF;
        IF op.version IS NOT NULL AND NOT FOUND THEN
            RAISE EXCEPTION 'somebody was faster' USING ERRCODE = 'serialization_failure';
        END IF;
        -- It was written only so that nobody else puts something there meanwhile.
        IF op.version = 0 AND op.step = 0 THEN
            DELETE FROM {schema}.record r WHERE r.kind = op.kind AND r.key = op.key AND r.home = op.home;
            more := more - 1;
        END IF;
    END LOOP;
    IF event IS NOT NULL THEN
        INSERT INTO {schema}.answer (home, id, at, answer, attempt, checksum)
            VALUES (event_homes[1], event, event_at, event_answer, event_attempt, event_checksum) ON CONFLICT DO NOTHING;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'somebody was faster' USING ERRCODE = 'serialization_failure';
        END IF;
        more := more + 1;
    END IF;
    IF more <> 0 THEN
        -- Last, as somebody may wait for the slot until this transaction ends: who does holds nothing that this one needs.
        INSERT INTO {schema}.tally AS t (slot, added) VALUES (pg_backend_pid() % 1024, more)
            ON CONFLICT (slot) DO UPDATE SET added = t.added + excluded.added;
    END IF;
    outcome := 0;
END
$body$;
