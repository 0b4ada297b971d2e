//! What is asked of the database, as text with the schema's name in it. Each is one round trip. Not here: the tables and the
//! function that writes a batch (`schema.sql`).

/// The statements of one schema.
#[derive(Debug)]
pub(super) struct Statements {
    pub(super) get: String,
    pub(super) answer: String,
    pub(super) commit: String,
    pub(super) versions: String,
    pub(super) forget: String,
    pub(super) page_of_records: String,
    pub(super) page_of_answers: String,
    pub(super) count: String,
    pub(super) begin_restoring: String,
    pub(super) note_filling: String,
    pub(super) restore_records: String,
    pub(super) restore_answers: String,
    pub(super) remove_records: String,
    pub(super) remove_answers: String,
    pub(super) end_restoring: String,
    pub(super) is_restoring: String,
    /// Changes nothing, but only a database that takes writes does it.
    pub(super) probe: String,
    schema: String,
}

impl Statements {
    /// `schema` is quoted.
    pub(super) fn new(schema: &str) -> Self {
        let of = |text: &str| text.replace("{schema}", schema);
        Self {
            get: of("SELECT version, value FROM {schema}.record WHERE kind = $1 AND key = $2 AND home = $3"),
            answer: of("SELECT answer FROM {schema}.answer WHERE id = $1 AND home = ANY ($2)"),
            commit: of(
                "SELECT outcome, place, answered FROM {schema}.commit_1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
            ),
            versions: of(
                "SELECT key, version FROM {schema}.record WHERE kind = $1 AND key = ANY ($2) AND home = ANY ($3)",
            ),
            forget: of(
                "DELETE FROM {schema}.answer WHERE (id, home) IN (SELECT id, home FROM {schema}.answer \
                 WHERE at < $1 ORDER BY at, id LIMIT $2 FOR UPDATE SKIP LOCKED)",
            ),
            page_of_records: of("SELECT kind, key, version, value FROM {schema}.record \
                 WHERE (kind, key) > ($1, $2) ORDER BY kind, key LIMIT $3"),
            page_of_answers: of(
                "SELECT id, at, answer FROM {schema}.answer WHERE id > $1 ORDER BY id LIMIT $2",
            ),
            count: of(
                "SELECT (SELECT count(*) FROM {schema}.record) + (SELECT count(*) FROM {schema}.answer)",
            ),
            note_filling: of(
                "UPDATE {schema}.installation SET filling = $1 WHERE importing AND filling IS NOT NULL",
            ),
            begin_restoring: of("UPDATE {schema}.installation SET importing = true, filling = $1 \
                 WHERE NOT importing \
                 AND NOT EXISTS (SELECT FROM {schema}.record) AND NOT EXISTS (SELECT FROM {schema}.answer)"),
            restore_records: of("INSERT INTO {schema}.record (home, kind, key, version, value) \
                 SELECT * FROM unnest($1::int4[], $2::text[], $3::bytea[], $4::int8[], $5::bytea[]) \
                 ON CONFLICT (kind, key, home) DO UPDATE SET version = excluded.version, value = excluded.value"),
            restore_answers: of("INSERT INTO {schema}.answer (home, id, at, answer, attempt) \
                 SELECT home, id, at, answer, 0 FROM unnest($1::int4[], $2::bytea[], $3::int8[], $4::bytea[]) \
                 AS a(home, id, at, answer) \
                 ON CONFLICT (id, home) DO UPDATE SET at = excluded.at, answer = excluded.answer"),
            remove_records: of("DELETE FROM {schema}.record r \
                 USING unnest($1::int4[], $2::text[], $3::bytea[]) AS o(home, kind, key) \
                 WHERE r.kind = o.kind AND r.key = o.key AND r.home = o.home"),
            remove_answers: of("DELETE FROM {schema}.answer WHERE home = ANY ($1) AND id = ANY ($2)"),
            end_restoring: of(
                "UPDATE {schema}.installation SET importing = false, filling = NULL WHERE importing",
            ),
            is_restoring: of("SELECT importing, filling FROM {schema}.installation"),
            probe: of("UPDATE {schema}.installation SET format = format"),
            schema: schema.to_owned(),
        }
    }

    /// Records of a range in an order; what is left out of it is no parameter.
    pub(super) fn scan(&self, has_end: bool, has_home: bool, is_ascending: bool) -> String {
        let end = if has_end { " AND key < $4" } else { "" };
        let home = match (has_home, has_end) {
            (false, _) => "",
            (true, true) => " AND home = $5",
            (true, false) => " AND home = $4",
        };
        let order = if is_ascending { "ASC" } else { "DESC" };
        format!(
            "SELECT key, version, value FROM {}.record WHERE kind = $1 AND key >= $2{end}{home} \
             ORDER BY key {order} LIMIT $3",
            self.schema
        )
    }
}
