//! Starts a guard process that ends a server and removes its folder. It reads a pipe, so it notices
//! when the test process ends or is killed.

use std::{
    io,
    os::unix::process::CommandExt,
    path::Path,
    process::{Child, Command, Stdio},
};

/// The script of the guard: waits for the end of its input, then ends a keeper, which would restart the server, and the server.
/// Only processes that name the folder are ended, as process ids are reused.
const SCRIPT: &str = r#"
trap '' INT TERM HUP
cat >/dev/null
folder=${1:?}
names() { grep -q -F -- "$folder" "/proc/$1/cmdline" 2>/dev/null; }
if [ -e "$folder/keeper" ]; then
    keeper=$(cat "$folder/keeper")
    names "$keeper" && kill -KILL "$keeper"
fi
file=$folder/data/postmaster.pid
if [ -e "$file" ]; then
    process=$(sed -n 1p "$file")
    segment=$(sed -n 7p "$file")
    runs() { names "$process"; }
    runs && kill -QUIT "$process"
    left=200
    while runs && [ "$left" -gt 0 ]; do
        sleep 0.05
        left=$((left - 1))
    done
    runs && kill -KILL "$process"
    ipcrm -m "${segment##* }" 2>/dev/null
fi
rm -rf -- "$folder"
"#;

/// The guard of one folder. Dropping it, or the end of this process, ends the server.
#[derive(Debug)]
pub(crate) struct CleanupGuard {
    process: Child,
}

impl CleanupGuard {
    pub(crate) fn over(folder: &Path) -> io::Result<Self> {
        // A process group of its own: Ctrl-C in the terminal must not end the guard. No inherited output: nobody waits for it.
        let process = Command::new("sh")
            .args(["-c", SCRIPT, "sh"])
            .arg(folder)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        Ok(Self { process })
    }
}

impl Drop for CleanupGuard {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}
