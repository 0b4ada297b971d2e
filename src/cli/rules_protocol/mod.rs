//! The rules protocol (`adoube rules serve`), which gives other programs the rules of chess: reads
//! requests as JSON lines and writes an answer to each, in order. A wrong line is answered with an
//! error.

mod answer;
mod error;
mod limits;
mod options;
mod request;

use std::io::{self, BufRead, Write};

use adoube_platform::json_lines::read_line;

pub use self::answer::RulesServer;
use self::limits::MAX_LINE_BYTES;

/// Answers every line of `input` until it ends or `output` is closed.
///
/// # Errors
/// Reading or writing fails.
pub fn serve(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let server = RulesServer::default();
    let mut line = Vec::new();
    while read_line(&mut input, &mut line, MAX_LINE_BYTES)? {
        let sent = writeln!(output, "{}", server.answer(&line)).and_then(|()| output.flush());
        match sent {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            sent => sent?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_answer_in_order() {
        let long = "x".repeat(MAX_LINE_BYTES as usize + 5);
        let input = format!("{{\"id\":1,\"game\":\"chess\"}}\n\n{long}\n{{\"id\":4,\"game\":\"chess\"}}");
        let mut output = Vec::new();
        serve(input.as_bytes(), &mut output).expect("memory can be written");
        let answers: Vec<serde_json::Value> = output
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).expect("an answer is JSON"))
            .collect();
        let ids: Vec<_> = answers.iter().map(|answer| answer["id"].clone()).collect();
        assert_eq!(ids, [1.into(), serde_json::Value::Null, serde_json::Value::Null, 4.into()]);
        assert_eq!(answers[2]["error"]["code"], "bad-request");
    }
}
