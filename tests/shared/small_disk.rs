//! Mounts a disk of some megabytes in memory, to be filled by tests. Not here: what is to happen
//! then.

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
};

/// The disk; it vanishes with what is on it.
pub struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    /// None, with a printed word, where we may not mount it: that takes root.
    pub fn mount(megabytes: u32) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let options = format!("size={megabytes}m,mode=1777");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &options, "adoube-test"]).arg(folder.path());
        if mount.output().is_ok_and(|output| output.status.success()) {
            return Some(Self(folder));
        }
        println!("skipped: a small disk can only be mounted by root");
        None
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Takes all the room there is; gives the file that does.
    pub fn fill(&self) -> PathBuf {
        let path = self.path().join("ballast");
        let mut ballast = File::create(&path).expect("a file");
        for size in [1 << 20, 1 << 12, 1] {
            let piece = vec![1; size];
            while ballast.write_all(&piece).is_ok() {}
        }
        path
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.path()).output();
    }
}
