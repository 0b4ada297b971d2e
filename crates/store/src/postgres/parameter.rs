//! Statement parameters with their SQL types: an unnamed statement sends the types along with its text. Not here: the statements
//! (`statements`), and when they are prepared (`connection_pool`).

use tokio_postgres::types::{ToSql, Type};

/// A value and its type.
pub(super) trait Parameter: Sync {
    /// The type the server is told.
    fn sql_type(&self) -> Type;

    /// The value as the client writes it.
    fn value(&self) -> &(dyn ToSql + Sync);
}

/// A type of Rust that stands for one type of SQL.
trait SqlTyped: ToSql + Sync {
    const TYPE: Type;
}

impl<T: SqlTyped> Parameter for T {
    fn sql_type(&self) -> Type {
        T::TYPE
    }

    fn value(&self) -> &(dyn ToSql + Sync) {
        self
    }
}

impl<T: SqlTyped> SqlTyped for Option<T> {
    const TYPE: Type = T::TYPE;
}

macro_rules! typed {
    ($($rust:ty => $sql:ident),* $(,)?) => {
        $(impl SqlTyped for $rust {
            const TYPE: Type = Type::$sql;
        })*
    };
}

typed! {
    i64 => INT8,
    i32 => INT4,
    &str => TEXT,
    String => TEXT,
    &[u8] => BYTEA,
    Vec<u8> => BYTEA,
    Vec<bool> => BOOL_ARRAY,
    Vec<i32> => INT4_ARRAY,
    Vec<Option<i32>> => INT4_ARRAY,
    Vec<i64> => INT8_ARRAY,
    Vec<Option<i64>> => INT8_ARRAY,
    Vec<&str> => TEXT_ARRAY,
    Vec<String> => TEXT_ARRAY,
    Vec<&[u8]> => BYTEA_ARRAY,
    Vec<Vec<u8>> => BYTEA_ARRAY,
    Vec<Option<Vec<u8>>> => BYTEA_ARRAY,
}

/// As the client takes them for a statement that was prepared.
pub(super) fn values<'p>(parameters: &[&'p dyn Parameter]) -> Vec<&'p (dyn ToSql + Sync)> {
    parameters.iter().map(|parameter| parameter.value()).collect()
}

/// As the client takes them for a statement without a name.
pub(super) fn typed<'p>(parameters: &[&'p dyn Parameter]) -> Vec<(&'p (dyn ToSql + Sync), Type)> {
    parameters.iter().map(|parameter| (parameter.value(), parameter.sql_type())).collect()
}

/// A number as the database stores it, saturated at the largest.
pub(super) fn millis(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A limit as the database takes it.
pub(super) fn count(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}
