//! Build script: writes the SVG drawings of the pieces into a Rust table, so that a new type needs
//! its SVG file and nothing else. What the drawings must look like is checked by the crate's tests,
//! not here.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const SET: &str = "../../assets/pieces/adoube";

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or_else(|| missing("CARGO_MANIFEST_DIR"))?);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or_else(|| missing("OUT_DIR"))?);
    let folder = root.join(SET).canonicalize()?;
    println!("cargo::rerun-if-changed={}", folder.display());
    fs::write(out.join("drawings.rs"), table(&folder)?)
}

/// A Rust slice literal of (file stem, file text) for every SVG file of the folder, sorted by name.
fn table(folder: &Path) -> io::Result<String> {
    let mut files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "svg"));
    files.sort();
    let mut source = String::from("&[\n");
    for path in files {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        writeln!(source, "    ({stem:?}, include_str!({:?})),", path.display().to_string())
            .map_err(io::Error::other)?;
    }
    source.push_str("]\n");
    Ok(source)
}

fn missing(name: &str) -> io::Error {
    io::Error::other(format!("{name} is not set; run me through cargo"))
}
