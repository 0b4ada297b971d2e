//! A program that runs in the background and ends with this one, also when this one is interrupted or killed.
//!
//! A shell starts the program in a process group of its own and waits for the end of a pipe that this process alone holds
//! open: the system closes it however this process ends, and the shell then ends the group.

use std::fs::File;
use std::process::{Child, ChildStdin, Command, Stdio};

use crate::command::ProcessError;

/// Runs its arguments as a job; the end of standard input ends the job. What the shell itself says of jobs goes nowhere.
const SCRIPT: &str = r#"
exec 3<&0 4>&2 </dev/null 2>/dev/null
set -m
"$@" 2>&4 3<&- 4>&- &
job=$!
{ cat <&3 >/dev/null; kill -TERM -- "-$job"; } >/dev/null 4>&- &
guard=$!
exec 3<&-
wait "$job"
status=$?
kill -TERM -- "-$guard"
exit "$status"
"#;

/// A running program whose output goes to a file. Dropping it ends the program.
#[derive(Debug)]
pub(super) struct BackgroundProgram {
    command: Command,
    shell: Child,
    /// The pipe whose end ends the program.
    pipe: Option<ChildStdin>,
}

impl BackgroundProgram {
    /// Starts a program.
    pub(super) fn start(command: Command, output: &File) -> Result<Self, ProcessError> {
        let mut guarded = Command::new("bash");
        guarded.args(["-c", SCRIPT, "bash"]).arg(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => guarded.env(name, value),
                None => guarded.env_remove(name),
            };
        }
        if let Some(folder) = command.get_current_dir() {
            guarded.current_dir(folder);
        }
        let started = output
            .try_clone()
            .and_then(|output| guarded.stdin(Stdio::piped()).stdout(output).spawn())
            .map_err(|error| ProcessError::start(&command, error))?;
        let mut shell = started;
        // Waiting for a child closes its standard input, so it is taken from it.
        let pipe = shell.stdin.take();
        Ok(Self { command, shell, pipe })
    }

    /// Waits until the program has ended.
    pub(super) fn finish(mut self) -> Result<(), ProcessError> {
        match self.shell.wait() {
            Ok(status) => ProcessError::check(&self.command, status),
            Err(error) => Err(ProcessError::start(&self.command, error)),
        }
    }
}

impl Drop for BackgroundProgram {
    fn drop(&mut self) {
        drop(self.pipe.take());
        // A shell that was waited for already is gone.
        let _ = self.shell.wait();
    }
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
