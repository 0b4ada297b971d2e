//! What ends a server and removes its folder when nobody needs it any more: a process of its own, which notices by the end
//! of its input also that we were killed. Not here: the server.

use std::{
    io,
    os::unix::process::CommandExt,
    path::Path,
    process::{Child, Command, Stdio},
};

/// Waits for the end of its input; then a keeper, which would start the server again, ends before the server. Only a process that names the folder is ended: numbers of processes are used again.
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

/// Over one folder, until it is dropped or this process ends.
#[derive(Debug)]
pub(crate) struct CleanupGuard {
    process: Child,
}

impl CleanupGuard {
    pub(crate) fn over(folder: &Path) -> io::Result<Self> {
        // In a group of its own, so that a key pressed to end the tests does not end it; and without anything of ours that
        // somebody might wait for.
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
