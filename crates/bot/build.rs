//! Build script: writes every language, a folder of `assets/locales` with its Fluent files, into a
//! Rust table, so that a new language needs its folder and nothing else. What must stand in the
//! files is checked by the crate's tests, not here.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const LOCALES: &str = "../../assets/locales";
/// The folder of the language that says what others leave out.
const FALLBACK: &str = "en";

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or_else(|| missing("CARGO_MANIFEST_DIR"))?);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or_else(|| missing("OUT_DIR"))?);
    let folder = root.join(LOCALES).canonicalize()?;
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut source = format!("const FALLBACK: &[EmbeddedFile] = {};\n", files(&folder.join(FALLBACK))?);
    source.push_str("const OTHERS: &[(&str, &[EmbeddedFile])] = &[\n");
    for other in entries(&folder)?.into_iter().filter(|path| path.is_dir() && !path.ends_with(FALLBACK)) {
        let tag = other.file_name().unwrap_or_default().to_string_lossy().into_owned();
        writeln!(source, "({tag:?}, {}),", files(&other)?).map_err(io::Error::other)?;
    }
    source.push_str("];\n");
    fs::write(out.join("locales.rs"), source)
}

/// A Rust slice literal of (file name, file text) for every Fluent file of the folder, sorted by name.
fn files(folder: &Path) -> io::Result<String> {
    let mut source = String::from("&[\n");
    for path in entries(folder)?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "ftl")) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        writeln!(source, "    ({name:?}, include_str!({:?})),", path.display().to_string())
            .map_err(io::Error::other)?;
    }
    source.push(']');
    Ok(source)
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn missing(name: &str) -> io::Error {
    io::Error::other(format!("{name} is not set; run me through cargo"))
}
