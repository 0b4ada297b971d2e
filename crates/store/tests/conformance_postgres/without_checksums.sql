-- The tables and the function of the program before checksums, as that one made them. {schema} is the name of the schema.

CREATE SCHEMA {schema};

CREATE TABLE {schema}.installation (one bool PRIMARY KEY DEFAULT true CHECK (one), format int8 NOT NULL,
    importing bool NOT NULL, filling bytea);
INSERT INTO {schema}.installation (format, importing) VALUES (1, false);

CREATE TABLE {schema}.record (
    home int4 NOT NULL,
    kind text COLLATE "C" NOT NULL,
    key bytea NOT NULL,
    version int8 NOT NULL,
    value bytea NOT NULL,
    PRIMARY KEY (kind, key, home)
);

CREATE TABLE {schema}.answer (
    home int4 NOT NULL,
    id bytea NOT NULL,
    at int8 NOT NULL,
    answer bytea NOT NULL,
    -- Which attempt wrote it: one whose outcome nobody heard is known again.
    attempt int8 NOT NULL,
    PRIMARY KEY (id, home)
);

-- Old answers are forgotten by it.
CREATE INDEX answer_by_age ON {schema}.answer (at);

-- Writes a batch, whole or not at all. First everything is looked at, so that what was not as expected is named without
-- an error; then each write makes sure that it still is so. Where somebody was faster in between, the whole is to be
-- tried again, as with any failed serialization.
--
-- Outcome: 0 it is written; 1 the event had acted before, and that was its answer; 2 not as expected, and the number of
-- that expectation in the batch; 3 rows are being restored.
CREATE FUNCTION {schema}.commit_1(
    event bytea, event_homes int4[], event_at int8, event_answer bytea, event_attempt int8,
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
    OUT outcome int2, OUT place int4, OUT answered bytea
) LANGUAGE plpgsql AS $body$
DECLARE
    op record;
    found_version int8;
    found_attempt int8;
BEGIN
    PERFORM 1 FROM {schema}.installation WHERE importing;
    IF FOUND THEN
        outcome := 3;
        RETURN;
    END IF;
    IF event IS NOT NULL THEN
        SELECT a.answer, a.attempt INTO answered, found_attempt
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
        SELECT * FROM unnest(homes, kinds, keys, expected, steps, gone, contents)
            AS o(home, kind, key, version, step, gone, value)
    LOOP
        IF op.version > 0 AND op.step > 0 THEN
            UPDATE {schema}.record r
                SET version = CASE WHEN op.gone THEN 0 ELSE r.version END + op.step, value = op.value
                WHERE r.kind = op.kind AND r.key = op.key AND r.home = op.home AND r.version = op.version;
        ELSIF op.version > 0 AND op.gone THEN
            DELETE FROM {schema}.record r
                WHERE r.kind = op.kind AND r.key = op.key AND r.home = op.home AND r.version = op.version;
        ELSIF op.version > 0 THEN
            PERFORM 1 FROM {schema}.record r
                WHERE r.kind = op.kind AND r.key = op.key AND r.home = op.home AND r.version = op.version FOR SHARE;
        ELSIF op.version = 0 THEN
            INSERT INTO {schema}.record AS r (home, kind, key, version, value)
                VALUES (op.home, op.kind, op.key, greatest(op.step, 1), coalesce(op.value, ''))
                ON CONFLICT DO NOTHING;
        ELSIF op.step > 0 THEN
            INSERT INTO {schema}.record AS r (home, kind, key, version, value)
                VALUES (op.home, op.kind, op.key, op.step, op.value)
                ON CONFLICT (kind, key, home) DO UPDATE
                SET version = CASE WHEN op.gone THEN 0 ELSE r.version END + op.step, value = op.value;
        ELSE
            DELETE FROM {schema}.record r WHERE r.kind = op.kind AND r.key = op.key AND r.home = op.home;
        END IF;
        IF op.version IS NOT NULL AND NOT FOUND THEN
            RAISE EXCEPTION 'somebody was faster' USING ERRCODE = 'serialization_failure';
        END IF;
        -- It was written only so that nobody else puts something there meanwhile.
        IF op.version = 0 AND op.step = 0 THEN
            DELETE FROM {schema}.record r WHERE r.kind = op.kind AND r.key = op.key AND r.home = op.home;
        END IF;
    END LOOP;
    IF event IS NOT NULL THEN
        INSERT INTO {schema}.answer (home, id, at, answer, attempt)
            VALUES (event_homes[1], event, event_at, event_answer, event_attempt) ON CONFLICT DO NOTHING;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'somebody was faster' USING ERRCODE = 'serialization_failure';
        END IF;
    END IF;
    outcome := 0;
END
$body$;
