//! The shape of the workspace's code, held against lists of what is known and may only shrink.
//!
//! The lists lie in `crates/xtask/known`: a line for each import cycle of three files or more (its files), for each type name
//! defined more than once (the name and its files), and for each name the glossary replaces (the name, its file).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use super::source::read_workspace;
use super::{ShapeError, cycles, duplicates, glossary, imports};

/// Two files that import one another are often one topic with a detail apart; from this size on it is a cycle.
const MIN_CYCLE_FILES: usize = 3;

/// Type names that every crate may define for itself: the usual alias of a boxed future.
const SHARED_NAMES: [&str; 1] = ["BoxFuture"];

/// What is wrong with the shape of the code, by the list that holds it: the key of each finding, and its line.
#[derive(Debug)]
pub struct ShapeReport {
    lists: Vec<Findings>,
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
        for source in &crates {
            let graph = imports::import_graph(source);
            circles.extend(cycles::import_cycles(source, &graph, MIN_CYCLE_FILES).iter().map(join));
            words.extend(
                glossary::replaced_names(source)
                    .into_iter()
                    .map(|name| format!("{} {} ({})", name.name, name.file.display(), name.term)),
            );
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
            ],
        })
    }

    /// What is new, and what is gone and still listed.
    ///
    /// # Errors
    /// A list cannot be read.
    pub fn faults(&self, root: &Path) -> Result<Vec<String>, ShapeError> {
        let mut faults = Vec::new();
        for findings in &self.lists {
            let known = read_list(&list_path(root, findings.list))?;
            for line in findings.lines.difference(&known) {
                faults.push(format!("new among {}: {line}", findings.what));
            }
            for line in known.difference(&findings.lines) {
                let advice = "`cargo xtask shape --shrink` takes it from the list";
                faults.push(format!("gone from {}: {line}; {advice}", findings.what));
            }
        }
        Ok(faults)
    }

    /// Takes from the lists what is gone, and makes cycles that lost files smaller. Nothing is added.
    ///
    /// # Errors
    /// A list cannot be read or written.
    pub fn shrink_known(&self, root: &Path) -> Result<(), ShapeError> {
        for findings in &self.lists {
            let path = list_path(root, findings.list);
            let known = read_list(&path)?;
            let is_part = |line: &String| known.iter().any(|known| is_within(line, known));
            let text: String = findings
                .lines
                .iter()
                .filter(|line| is_part(line))
                .fold(String::new(), |text, line| text + line + "\n");
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
        Ok(())
    }
}

/// Whether all words of a line stand in another one.
fn is_within(line: &str, known: &str) -> bool {
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
