//! Checks the server's connection limits against the size of this program's pool, and warns if they
//! are too small. Not here: the pool (`connection_pool`).

use deadpool_postgres::Object;

/// Query of the server's limit, reserved connections, limits of role and database, and connections in use. -1 is "no limit" of
/// a role or a database, as PostgreSQL writes it.
const CAPACITY_QUERY: &str = "SELECT current_setting('max_connections')::int8, \
     CASE WHEN r.rolsuper THEN 0 ELSE current_setting('superuser_reserved_connections')::int8 \
     + coalesce(current_setting('reserved_connections', true), '0')::int8 END, \
     CASE WHEN r.rolsuper THEN -1 ELSE r.rolconnlimit::int8 END, \
     CASE WHEN r.rolsuper THEN -1 ELSE d.datconnlimit::int8 END, \
     (SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL AND pid <> pg_backend_pid()) \
     FROM pg_roles r, pg_database d WHERE r.rolname = current_user AND d.datname = current_database()";

/// The connections of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Capacity {
    max: i64,
    reserved: i64,
    of_role: i64,
    of_database: i64,
    taken: i64,
}

impl Capacity {
    /// The connections available to one program alone.
    fn available(self) -> i64 {
        let limits = [self.of_role, self.of_database].into_iter().filter(|limit| *limit >= 0);
        limits.fold(self.max - self.reserved, i64::min).max(0)
    }

    /// The warning for `wanted` connections, if they are too many.
    fn objection(self, wanted: usize) -> Option<String> {
        let wanted = i64::try_from(wanted).unwrap_or(i64::MAX);
        let Self { max, reserved, taken, .. } = self;
        let available = self.available();
        let remedy = "Lower store.connections, or raise max_connections of the server (or the role's or the database's limit)";
        if wanted > available {
            return Some(format!(
                "this program may open {wanted} connections (store.connections), and the server has {available} for it \
                 (max_connections {max}, {reserved} of them reserved). {remedy}"
            ));
        }
        (wanted > max - reserved - taken).then(|| {
            format!(
                "this program may open {wanted} connections (store.connections), and the server has {} left: of {max} \
                 {reserved} are reserved and {taken} taken. {remedy}",
                (max - reserved - taken).max(0)
            )
        })
    }
}

/// Logs a warning where the server has fewer connections than the pool may open. The program works with fewer, only slower.
pub(super) async fn warn_if_too_small(client: &Object, wanted: usize) {
    // Databases that only speak the protocol may have no such settings.
    let Ok(Some(row)) = client.query_typed_opt(CAPACITY_QUERY, &[]).await else { return };
    let column = |place| row.try_get::<_, i64>(place).ok();
    let found = || {
        Some(Capacity {
            max: column(0)?,
            reserved: column(1)?,
            of_role: column(2)?,
            of_database: column(3)?,
            taken: column(4)?,
        })
    };
    if let Some(objection) = found().and_then(|capacity| capacity.objection(wanted)) {
        tracing::warn!("{objection}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_server_cannot_carry_is_said_with_its_numbers() {
        let usual = Capacity { max: 100, reserved: 3, of_role: -1, of_database: -1, taken: 0 };
        let cases = [
            (usual, 16, None),
            (usual, 97, None),
            (usual, 98, Some("has 97 for it")),
            (Capacity { of_role: 10, ..usual }, 16, Some("has 10 for it")),
            (Capacity { of_database: 12, ..usual }, 16, Some("has 12 for it")),
            (Capacity { of_role: 16, ..usual }, 16, None),
            (Capacity { taken: 81, ..usual }, 16, None),
            (Capacity { taken: 82, ..usual }, 16, Some("has 15 left")),
            (Capacity { taken: 99, ..usual }, 16, Some("has 0 left")),
            (Capacity { max: 2, ..usual }, 1, Some("has 0 for it")),
        ];
        for (capacity, wanted, expected) in cases {
            let said = capacity.objection(wanted);
            let fits = match (&said, expected) {
                (Some(said), Some(words)) => said.contains(words),
                (said, expected) => said.is_none() && expected.is_none(),
            };
            assert!(fits, "{capacity:?}, {wanted}: {said:?}");
        }
    }
}
