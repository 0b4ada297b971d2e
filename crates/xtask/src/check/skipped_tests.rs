//! Reads what `cargo test -- --show-output` prints, passes on all but the output of tests that succeed, and counts the tests
//! that printed `skipped: REASON`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Write};

use super::machine::Machine;

/// The first words of the line by which a test says that it did not run.
const MARK: &str = "skipped: ";

/// The skipped tests so far, and where in the output of a test program the reader is.
#[derive(Default)]
pub(super) struct SkippedTests {
    part: OutputPart,
    test: String,
    /// For each reason, the tests that gave it.
    tests: BTreeMap<String, BTreeSet<String>>,
}

/// A part of a test program's output.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum OutputPart {
    /// What is passed on.
    #[default]
    Report,
    /// What succeeding tests printed: between the first line `successes:` and the second.
    Output,
    /// The names of the succeeding tests.
    Names,
}

impl SkippedTests {
    /// Reads output to its end and passes on what is worth reading.
    pub(super) fn filter(&mut self, output: impl BufRead, mut passed_on: impl Write) -> io::Result<()> {
        for line in output.split(b'\n') {
            let line = line?;
            let text = String::from_utf8_lossy(&line);
            if self.read(&text) {
                passed_on.write_all(&line)?;
                passed_on.write_all(b"\n")?;
                passed_on.flush()?;
            }
        }
        self.part = OutputPart::Report;
        Ok(())
    }

    /// Reads a line; whether it is passed on.
    fn read(&mut self, line: &str) -> bool {
        if line == "successes:" {
            self.part = if self.part == OutputPart::Report { OutputPart::Output } else { OutputPart::Names };
            "?".clone_into(&mut self.test);
            return false;
        }
        if self.part == OutputPart::Names
            && (line.starts_with("failures:") || line.starts_with("test result:"))
        {
            self.part = OutputPart::Report;
        }
        if self.part == OutputPart::Output {
            let name = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----"));
            if let Some(name) = name {
                name.clone_into(&mut self.test);
            } else if let Some(reason) = line.strip_prefix(MARK) {
                self.tests.entry(reason.to_owned()).or_default().insert(self.test.clone());
            }
        }
        self.part == OutputPart::Report
    }

    /// Prints the reasons with the number of tests behind each. Whether none of them is a fault.
    pub(super) fn report(&self, machine: &Machine, mut output: impl Write) -> io::Result<bool> {
        let tests: BTreeSet<&String> = self.tests.values().flatten().collect();
        if tests.is_empty() {
            writeln!(output, "\nNo test was left out.")?;
            return Ok(true);
        }
        writeln!(output, "\n{} tests were left out:", tests.len())?;
        for (reason, tests) in &self.tests {
            let remark = if machine.is_fault(reason) { "  <- could have been had here" } else { "" };
            writeln!(output, "  {:3}  {reason}{remark}", tests.len())?;
        }
        Ok(!self.tests.keys().any(|reason| machine.is_fault(reason)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "\
running 3 tests
test a ... ok

successes:

---- a stdout ----
skipped: PostgreSQL is not here
skipped: PostgreSQL is not here

---- b stdout ----
hello
skipped: no nginx here


successes:
    a
    b

test result: ok. 3 passed
";

    fn machine(is_strict: bool, excuses: &[&'static str]) -> Machine {
        Machine { is_strict, excuses: excuses.to_vec() }
    }

    fn read(output: &str) -> (SkippedTests, String) {
        let (mut skipped, mut passed_on) = (SkippedTests::default(), Vec::new());
        skipped.filter(output.as_bytes(), &mut passed_on).expect("memory takes everything");
        (skipped, String::from_utf8(passed_on).expect("text"))
    }

    fn report(skipped: &SkippedTests, machine: &Machine) -> (bool, String) {
        let mut output = Vec::new();
        let is_well = skipped.report(machine, &mut output).expect("memory takes everything");
        (is_well, String::from_utf8(output).expect("text"))
    }

    #[test]
    fn output_of_succeeding_tests_is_dropped_and_its_skips_are_counted() {
        let (skipped, passed_on) = read(OUTPUT);
        assert_eq!(passed_on, "running 3 tests\ntest a ... ok\n\ntest result: ok. 3 passed\n");
        let (is_well, text) = report(&skipped, &machine(false, &[]));
        assert!(is_well);
        assert_eq!(text, "\n2 tests were left out:\n    1  PostgreSQL is not here\n    1  no nginx here\n");
    }

    #[test]
    fn a_skip_that_nothing_excuses_is_a_fault_where_nothing_may_be_left_out() {
        let (skipped, _) = read(OUTPUT);
        assert!(report(&skipped, &machine(true, &["PostgreSQL", "no nginx"])).0);
        let (is_well, text) = report(&skipped, &machine(true, &["PostgreSQL"]));
        assert!(!is_well);
        assert!(text.contains("no nginx here  <- could have been had here"), "{text}");
    }

    #[test]
    fn the_output_of_failing_tests_is_passed_on() {
        let output = "successes:\n\nsuccesses:\n    a\n\nfailures:\n\n---- b stdout ----\nskipped: no\n";
        let (skipped, passed_on) = read(output);
        assert_eq!(passed_on, "failures:\n\n---- b stdout ----\nskipped: no\n");
        assert!(skipped.tests.is_empty());
    }
}
