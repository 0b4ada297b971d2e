//! Output to a host: writes one line at a time from any thread, and formats the `info` lines of a
//! search.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use adoube_engine::SearchReport;
use adoube_rules::PieceDialect;

use crate::moves;

/// Output shared by session and search; a clone writes to the same place.
pub(crate) struct UciOutput<W>(Arc<Mutex<W>>);

impl<W> Clone for UciOutput<W> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<W: Write> UciOutput<W> {
    pub(crate) fn new(output: W) -> Self {
        Self(Arc::new(Mutex::new(output)))
    }

    /// Writes one or more lines.
    ///
    /// # Errors
    /// Writing fails.
    pub(crate) fn write_line(&self, text: &str) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{text}")?;
        output.flush()
    }

    /// Writes an `info string` line for people.
    ///
    /// # Errors
    /// Writing fails.
    pub(crate) fn write_info_string(&self, text: &str) -> io::Result<()> {
        // A quoted line must not break this one.
        let text: String = text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
        self.write_line(&format!("info string {text}"))
    }
}

/// The `info` line of a report.
pub(crate) fn info_line(
    report: &SearchReport,
    number: usize,
    (elapsed, permille): (Duration, u32),
    dialect: PieceDialect,
) -> String {
    let milliseconds = elapsed.as_millis().max(1);
    let line: Vec<String> = report.pv.iter().map(|made| moves::write_move(made, dialect)).collect();
    format!(
        "info depth {} seldepth {} multipv {number} score {} nodes {} nps {} hashfull {permille} time {milliseconds} pv {}",
        report.depth,
        report.selective_depth.max(report.depth),
        report.score,
        report.nodes,
        u128::from(report.nodes) * 1000 / milliseconds,
        line.join(" ")
    )
}
