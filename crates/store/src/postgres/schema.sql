-- What the store keeps in a database, in a schema of its own. {schema} is its name, quoted. Not here: checksums and how a
-- batch is written (`checksums.sql`), how this is brought about (`schema.rs`), and what is asked of it (`statements.rs`).
--
-- `home` says where a row belongs (a channel, a person, a game), as a number made of its name. It is part of every key, so that the
-- tables can be split by it: into hash partitions, or over machines.

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
