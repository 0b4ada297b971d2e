//! Report of the code's shape: runs all analyses of this folder and compares the findings with
//! lists of known ones, which may only shrink.
//!
//! The lists are in `crates/xtask/known`, a line for each finding:
//!
//! - `cycles.txt`: the files of an import cycle of three files or more.
//! - `duplicate-types.txt`: a type name that is defined more than once, and its files.
//! - `replaced-names.txt`: a name that the glossary replaces, its file, and the term in parentheses.
//! - `large-structs.txt`: a struct with more than 12 named fields, its file, and a reason in parentheses.
//! - `scattered-impls.txt`: a type with inherent `impl` blocks in more than 6 files, how many, and a reason in parentheses.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use super::source::read_workspace;
use super::{ShapeError, cycles, duplicates, glossary, imports, scripts, structs};

/// The smallest cycle that is a finding. Two files that import one another are often one topic with a detail apart.
const MIN_CYCLE_FILES: usize = 3;

/// Type names that every crate may define for itself: the usual alias of a boxed future.
const SHARED_NAMES: [&str; 1] = ["BoxFuture"];

/// The findings in the code of the workspace, by list.
#[derive(Debug)]
pub struct ShapeReport {
    lists: Vec<Findings>,
    /// What is wrong with the imports of the page's scripts, which no list excuses.
    scripts: Vec<String>,
}

/// The findings of one kind.
#[derive(Debug)]
struct Findings {
    /// The list's file in `crates/xtask/known`.
    list: &'static str,
    /// What they are, in the plural.
    what: &'static str,
    lines: BTreeSet<String>,
}

impl ShapeReport {
    /// Analyses the workspace at `root`.
    ///
    /// # Errors
    /// A source file cannot be read or parsed.
    pub fn read(root: &Path) -> Result<Self, ShapeError> {
        let crates = read_workspace(root)?;
        let (mut circles, mut words) = (BTreeSet::new(), BTreeSet::new());
        let (mut large, mut scattered) = (BTreeSet::new(), BTreeSet::new());
        for source in &crates {
            let graph = imports::import_graph(source);
            circles.extend(cycles::import_cycles(&source.files, &graph, MIN_CYCLE_FILES).iter().map(join));
            words.extend(
                glossary::replaced_names(source)
                    .into_iter()
                    .map(|name| format!("{} {} ({})", name.name, name.file.display(), name.term)),
            );
            let structs = structs::large_structs(source).into_iter();
            large.extend(structs.map(|(name, file)| format!("{name} {}", file.display())));
            let types = structs::scattered_impls(source).into_iter();
            scattered.extend(types.map(|(name, files)| format!("{name} {files}")));
        }
        let mut types: BTreeMap<String, BTreeSet<PathBuf>> = duplicates::duplicate_types(&crates);
        types.retain(|name, _| !SHARED_NAMES.contains(&name.as_str()));
        let types = types.iter().map(|(name, files)| format!("{name} {}", join(files))).collect();
        let findings = |list, what, lines| Findings { list, what, lines };
        Ok(Self {
            lists: vec![
                findings("cycles.txt", "import cycles of three files or more", circles),
                findings("duplicate-types.txt", "type names defined more than once", types),
                findings("replaced-names.txt", "names the glossary replaces", words),
                findings("large-structs.txt", "structs with more than 12 fields", large),
                findings("scattered-impls.txt", "types with inherent impls in more than 6 files", scattered),
            ],
            scripts: scripts::script_faults(root)?,
        })
    }

    /// Findings that are not listed, and lines whose finding is gone.
    ///
    /// # Errors
    /// A list cannot be read.
    pub fn faults(&self, root: &Path) -> Result<Vec<String>, ShapeError> {
        let mut faults = self.scripts.clone();
        for findings in &self.lists {
            let known = read_list(&list_path(root, findings.list))?;
            let known_keys: BTreeSet<&str> = known.iter().map(|line| key(line)).collect();
            let found_keys: BTreeSet<&str> = findings.lines.iter().map(|line| key(line)).collect();
            for line in findings.lines.iter().filter(|line| !known_keys.contains(key(line))) {
                faults.push(format!("new among {}: {line}", findings.what));
            }
            for line in known.iter().filter(|line| !found_keys.contains(key(line))) {
                let advice = "`cargo xtask shape --shrink` takes it from the list";
                faults.push(format!("gone from {}: {line}; {advice}", findings.what));
            }
        }
        Ok(faults)
    }

    /// Takes from the lists what is gone, and makes cycles and counts that shrank smaller. Nothing is added.
    ///
    /// # Errors
    /// A list cannot be read or written.
    pub fn shrink_known(&self, root: &Path) -> Result<(), ShapeError> {
        for findings in &self.lists {
            let path = list_path(root, findings.list);
            let known = read_list(&path)?;
            let mut text = String::new();
            for line in &findings.lines {
                if let Some(old) = known.iter().find(|old| is_part(line, old)) {
                    text.push_str(line);
                    // A reason that was written by hand stays.
                    text.push_str(old.strip_prefix(key(old)).filter(|_| key(line) == line).unwrap_or(""));
                    text.push('\n');
                }
            }
            fs::write(&path, text).map_err(|error| ShapeError::Write { path, error })?;
        }
        Ok(())
    }
}

impl fmt::Display for ShapeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for findings in &self.lists {
            writeln!(f, "{}: {}", findings.what, findings.lines.len())?;
        }
        writeln!(f, "wrong imports of the page's scripts: {}", self.scripts.len())?;
        Ok(())
    }
}

/// A line without the reason or term in parentheses.
fn key(line: &str) -> &str {
    line.split_once(" (").map_or(line, |(key, _)| key)
}

/// Whether a finding is a known one, or what is left of it: a cycle of fewer files, or a smaller count.
fn is_part(line: &str, known: &str) -> bool {
    let (line, known) = (key(line), key(known));
    let count = |line: &str| {
        let (name, count) = line.rsplit_once(' ')?;
        Some((name.to_owned(), count.parse::<usize>().ok()?))
    };
    if let (Some((name, count)), Some((known_name, known_count))) = (count(line), count(known)) {
        return name == known_name && count <= known_count;
    }
    let known: BTreeSet<&str> = known.split(' ').collect();
    line.split(' ').all(|word| known.contains(word))
}

fn join(files: &BTreeSet<PathBuf>) -> String {
    files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(" ")
}

fn list_path(root: &Path, list: &str) -> PathBuf {
    root.join("crates/xtask/known").join(list)
}

fn read_list(path: &Path) -> Result<BTreeSet<String>, ShapeError> {
    let text = fs::read_to_string(path).map_err(|error| ShapeError::Read { path: path.to_owned(), error })?;
    Ok(text.lines().map(str::to_owned).collect())
}
