//! Builds the SQL statements with the schema's name in them; each is one round trip. Not here: the
//! tables and the commit function (`schema.sql`).

/// Computes the rows that are not in the table `tally`. Concurrent writes change both numbers alike.
const COUNT_UNTALLIED: &str = "untallied = (SELECT count(*) FROM {schema}.record) + (SELECT count(*) FROM {schema}.answer) \
                       - (SELECT coalesce(sum(added), 0)::int8 FROM {schema}.tally)";

/// Probes reads and writes as the program makes them: a record of no table is written and deleted, first with an answer in a
/// transaction that is rolled back, then in one that is committed, as only a commit waits for a synchronous standby. The key is
/// the connection's own, so that no two processes wait for each other.
const PROBE: &str = "BEGIN; \
    SELECT version, value, checksum FROM {schema}.record WHERE kind = '' AND key = '' AND home = 0; \
    SELECT outcome FROM {schema}.commit_2(int4send(pg_backend_pid()), ARRAY[0], 0, '', 0, 0, ARRAY[0, 0], ARRAY['', ''], \
    ARRAY[int4send(pg_backend_pid()), int4send(pg_backend_pid())], ARRAY[NULL, NULL]::int8[], ARRAY[0, 1], \
    ARRAY[1, 0]::int8[], ARRAY[false, true], ARRAY['', '']::bytea[], ARRAY[0, 0]::int8[]); \
    DELETE FROM {schema}.answer WHERE id = int4send(pg_backend_pid()) AND home = 0; \
    ROLLBACK; \
    SELECT outcome FROM {schema}.commit_2(NULL, NULL, NULL, NULL, NULL, NULL, ARRAY[0, 0], ARRAY['', ''], \
    ARRAY[int4send(pg_backend_pid()), int4send(pg_backend_pid())], ARRAY[NULL, NULL]::int8[], ARRAY[0, 1], \
    ARRAY[1, 0]::int8[], ARRAY[false, true], ARRAY['', '']::bytea[], ARRAY[0, 0]::int8[])";

/// Switches synchronous commit on for the transaction, on a session with unknown settings.
const DURABLE: &str = "CASE WHEN current_setting('synchronous_commit') IN ('off', 'local') \
                       THEN set_config('synchronous_commit', 'on', true) END";

/// The columns and parameters of a commit.
const COMMIT: &str = "SELECT outcome, place, answered, answered_at, answered_home, answered_checksum{durable} \
                      FROM {schema}.commit_2(\
                      $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";

/// The statements of one schema.
#[derive(Debug)]
pub(super) struct Statements {
    pub(super) get: String,
    pub(super) answer: String,
    pub(super) commit: String,
    /// The commit on a session with unknown settings.
    pub(super) commit_pooled: String,
    pub(super) versions: String,
    pub(super) now: &'static str,
    pub(super) forget: String,
    pub(super) page_of_records: String,
    pub(super) page_of_answers: String,
    pub(super) count: String,
    /// The expected number of rows.
    pub(super) expected_rows: String,
    pub(super) begin_restoring: String,
    pub(super) update_copy_mark: String,
    pub(super) restore_records: String,
    pub(super) restore_answers: String,
    pub(super) remove_records: String,
    pub(super) remove_answers: String,
    pub(super) end_restoring: String,
    pub(super) is_restoring: String,
    /// Leaves no change, and succeeds only where all other statements would.
    pub(super) probe: String,
    schema: String,
}

impl Statements {
    /// `schema` is quoted.
    pub(super) fn new(schema: &str) -> Self {
        let of = |text: &str| {
            let text = text.replace("{counted}", COUNT_UNTALLIED).replace("{is durable}", DURABLE);
            text.replace("{schema}", schema)
        };
        Self {
            get: of("SELECT version, value, checksum FROM {schema}.record \
                 WHERE kind = $1 AND key = $2 AND home = $3"),
            answer: of(
                "SELECT answer, at, home, checksum FROM {schema}.answer WHERE id = $1 AND home = ANY ($2)",
            ),
            commit: of(&COMMIT.replace("{durable}", "")),
            commit_pooled: of(&COMMIT.replace("{durable}", ", {is durable}")),
            versions: of(
                "SELECT key, version FROM {schema}.record WHERE kind = $1 AND key = ANY ($2) AND home = ANY ($3)",
            ),
            now: "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8",
            forget: of("WITH gone AS (DELETE FROM {schema}.answer WHERE (id, home) IN \
                 (SELECT id, home FROM {schema}.answer WHERE at < $1 ORDER BY at, id LIMIT $2 FOR UPDATE SKIP LOCKED) \
                 RETURNING 1), \
                 tallied AS (INSERT INTO {schema}.tally AS t (slot, added) \
                 SELECT pg_backend_pid() % 1024, -count(*) FROM gone \
                 ON CONFLICT (slot) DO UPDATE SET added = t.added + excluded.added) \
                 SELECT count(*) FROM gone"),
            page_of_records: of("SELECT kind, key, version, value, checksum, home FROM {schema}.record \
                 WHERE (kind, key) > ($1, $2) ORDER BY kind, key LIMIT $3"),
            page_of_answers: of(
                "SELECT id, answer, at, home, checksum FROM {schema}.answer WHERE id > $1 ORDER BY id LIMIT $2",
            ),
            count: of(
                "SELECT (SELECT count(*) FROM {schema}.record) + (SELECT count(*) FROM {schema}.answer)",
            ),
            expected_rows: of(
                "SELECT untallied + (SELECT coalesce(sum(added), 0)::int8 FROM {schema}.tally) \
                 FROM {schema}.installation",
            ),
            update_copy_mark: of(
                "UPDATE {schema}.installation SET filling = $1 WHERE importing AND filling IS NOT NULL",
            ),
            begin_restoring: of("UPDATE {schema}.installation SET importing = true, filling = $1 \
                 WHERE NOT importing \
                 AND NOT EXISTS (SELECT FROM {schema}.record) AND NOT EXISTS (SELECT FROM {schema}.answer)"),
            restore_records: of("INSERT INTO {schema}.record (home, kind, key, version, value, checksum) \
                 SELECT * FROM unnest($1::int4[], $2::text[], $3::bytea[], $4::int8[], $5::bytea[], $6::int8[]) \
                 ON CONFLICT (kind, key, home) DO UPDATE \
                 SET version = excluded.version, value = excluded.value, checksum = excluded.checksum"),
            restore_answers: of("INSERT INTO {schema}.answer (home, id, at, answer, attempt, checksum) \
                 SELECT home, id, at, answer, 0, checksum \
                 FROM unnest($1::int4[], $2::bytea[], $3::int8[], $4::bytea[], $5::int8[]) \
                 AS a(home, id, at, answer, checksum) \
                 ON CONFLICT (id, home) DO UPDATE \
                 SET at = excluded.at, answer = excluded.answer, checksum = excluded.checksum"),
            remove_records: of("DELETE FROM {schema}.record r \
                 USING unnest($1::int4[], $2::text[], $3::bytea[]) AS o(home, kind, key) \
                 WHERE r.kind = o.kind AND r.key = o.key AND r.home = o.home"),
            remove_answers: of("DELETE FROM {schema}.answer WHERE home = ANY ($1) AND id = ANY ($2)"),
            end_restoring: of(
                "UPDATE {schema}.installation SET importing = false, filling = NULL, {counted} WHERE importing \
                 RETURNING {is durable}",
            ),
            is_restoring: of("SELECT importing, filling FROM {schema}.installation"),
            probe: of(PROBE),
            schema: schema.to_owned(),
        }
    }

    /// The scan of a range in an order. Absent bounds have no parameter.
    pub(super) fn scan(&self, has_end: bool, has_home: bool, is_ascending: bool) -> String {
        let end = if has_end { " AND key < $4" } else { "" };
        let home = match (has_home, has_end) {
            (false, _) => "",
            (true, true) => " AND home = $5",
            (true, false) => " AND home = $4",
        };
        let order = if is_ascending { "ASC" } else { "DESC" };
        format!(
            "SELECT key, version, value, checksum FROM {}.record WHERE kind = $1 AND key >= $2{end}{home} \
             ORDER BY key {order} LIMIT $3",
            self.schema
        )
    }
}
