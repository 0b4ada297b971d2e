//! Starts a program in the background, which ends with this process, also when this one is
//! interrupted or killed.
//!
//! It runs in a process group of its own. A shell beside it, its guard, waits for the end of a pipe that this process alone holds
//! open: the system closes it however this process ends, and the guard then ends the group.

use std::fs::File;
#[cfg(unix)]
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

use crate::command::ProcessError;

/// Waits for the end of its input, then ends the process group that it is told. (`kill -TERM --` is not understood by every `sh`.)
const GUARD: &str = r#"trap "" INT TERM HUP; cat >/dev/null; kill -s TERM -- "-$1""#;

/// A running program whose standard output goes to a file. Dropping it ends the program.
#[derive(Debug)]
pub(super) struct BackgroundProgram {
    command: Command,
    program: Child,
    guard: Child,
}

impl BackgroundProgram {
    /// Starts a program.
    pub(super) fn start(mut command: Command, output: &File) -> Result<Self, ProcessError> {
        let program =
            output.try_clone().and_then(|output| spawn_apart(command.stdin(Stdio::null()).stdout(output)));
        let mut program = program.map_err(|error| ProcessError::start(&command, error))?;
        let mut guard = Command::new("sh");
        guard.args(["-c", GUARD, "sh", &program.id().to_string()]);
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        match spawn_apart(&mut guard) {
            Ok(guard) => Ok(Self { command, program, guard }),
            Err(error) => {
                // Without its guard it would go on.
                let _ = program.kill();
                let _ = program.wait();
                Err(ProcessError::start(&guard, error))
            }
        }
    }

    /// Waits until the program has ended.
    pub(super) fn finish(mut self) -> Result<(), ProcessError> {
        let ended = self.program.wait();
        // Its group may soon be another's.
        let _ = self.guard.kill();
        match ended {
            Ok(status) => ProcessError::check(&self.command, status),
            Err(error) => Err(ProcessError::start(&self.command, error)),
        }
    }
}

impl Drop for BackgroundProgram {
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        // Those that were waited for already are gone.
        let _ = self.guard.wait();
        let _ = self.program.wait();
    }
}

/// Starts a program in a process group of its own, so that what ends this one's group does not end it.
fn spawn_apart(command: &mut Command) -> std::io::Result<Child> {
    #[cfg(unix)]
    command.process_group(0);
    command.spawn()
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::{Read as _, Seek as _};
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::*;

    fn start(script: &str) -> (BackgroundProgram, File) {
        let output = tempfile::tempfile().expect("a file");
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        (BackgroundProgram::start(command, &output).expect("it starts"), output)
    }

    fn text(mut output: &File) -> String {
        let mut text = String::new();
        output.rewind().and_then(|()| output.read_to_string(&mut text)).expect("it can be read");
        text
    }

    #[test]
    fn output_and_status_are_the_programs() {
        let (program, output) = start("echo done");
        program.finish().expect("it succeeds");
        assert_eq!(text(&output), "done\n");
        let (program, _) = start("exit 3");
        let error = program.finish().expect_err("it fails").to_string();
        assert!(error.contains("exit status: 3"), "{error}");
    }

    #[test]
    fn a_program_and_its_children_end_with_the_pipe() {
        let begin = Instant::now();
        let (program, output) = start("sleep 600 & echo $!; wait");
        while text(&output).is_empty() && begin.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let child = text(&output).trim().to_owned();
        assert!(!child.is_empty(), "it has started a child");
        drop(program);
        let is_running = || {
            let stat = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
            !stat.is_empty() && !stat.contains(") Z")
        };
        while is_running() && begin.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "it has ended");
    }
}
