//! Checks the imports of the page's JavaScript modules: cycles between modules, and imports against
//! the order of their folders.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::ShapeError;
use super::cycles::import_cycles;
use super::imports::ImportGraph;

/// Where the modules lie.
const FOLDER: &str = "assets/web/js";

/// Their folders: each imports itself and those before it. `main.js` may import all.
const FOLDERS: [&str; 4] = ["base", "board", "game", "chat"];

/// What is wrong with the imports of the page's modules, a line each.
///
/// # Errors
/// A module cannot be read.
pub fn script_faults(root: &Path) -> Result<Vec<String>, ShapeError> {
    let mut files = Vec::new();
    find_scripts(&root.join(FOLDER), Path::new(""), &mut files)?;
    files.sort();
    let mut graph = ImportGraph::new();
    let mut faults = Vec::new();
    for file in &files {
        let path = root.join(FOLDER).join(file);
        let text = fs::read_to_string(&path).map_err(|error| ShapeError::Read { path, error })?;
        let mut imports = BTreeSet::new();
        for name in imported_names(&text) {
            let target = resolve(file, name);
            match files.iter().position(|other| *other == target) {
                Some(number) => drop(imports.insert(number)),
                None => faults.push(format!("{}: there is no {name}", file.display())),
            }
            if folder_rank(&target) > folder_rank(file) {
                faults.push(format!("{}: its folder may not import {}", file.display(), target.display()));
            }
        }
        graph.push(imports);
    }
    for cycle in import_cycles(&files, &graph, 2) {
        let names: Vec<String> = cycle.iter().map(|file| file.display().to_string()).collect();
        faults.push(format!("import cycle in {FOLDER}: {}", names.join(" ")));
    }
    Ok(faults)
}

/// The scripts in a folder and those below it, from `FOLDER` on. A workspace without the folder has none.
fn find_scripts(folder: &Path, below: &Path, files: &mut Vec<PathBuf>) -> Result<(), ShapeError> {
    if !folder.exists() {
        return Ok(());
    }
    let failed = |error| ShapeError::Read { path: folder.to_owned(), error };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = below.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            find_scripts(&path, &name, files)?;
        } else if path.extension().is_some_and(|ending| ending == "js") {
            files.push(name);
        }
    }
    Ok(())
}

/// What a module imports, as it is written: `./names.js`. Imports of types alone are comments, and count for nothing.
fn imported_names(text: &str) -> impl Iterator<Item = &str> {
    // A statement over several lines ends with a line that begins with `} from`.
    let statements = text.lines().filter(|line| {
        line.starts_with("import ") || line.starts_with("export ") || line.starts_with("} from \"")
    });
    statements.filter_map(|line| line.rsplit_once("from \"")?.1.split_once('"')).map(|(name, _)| name)
}

/// The file that `name` means in another one.
fn resolve(file: &Path, name: &str) -> PathBuf {
    let mut path = file.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(name).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::Normal(part) => path.push(part),
            _ => {}
        }
    }
    path
}

/// The place of a module's folder in the order; behind all for a module in none of them.
fn folder_rank(file: &Path) -> usize {
    FOLDERS.iter().position(|folder| file.starts_with(folder)).unwrap_or(FOLDERS.len())
}
