//! Reads the module tree of a crate from its source files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use syn::{Attribute, Expr, ExprLit, File, Item, Lit, Meta};

use super::ShapeError;

/// The sources of one crate, without its tests.
pub struct CrateSource {
    /// Its files, from the workspace's root on; a file's place in this list is its number elsewhere.
    pub files: Vec<PathBuf>,
    /// Its modules by path: `[]` is the crate root, `["a", "b"]` is `crate::a::b`.
    pub modules: BTreeMap<Vec<String>, Module>,
}

/// A module: a file, or a block in one.
pub struct Module {
    /// The number of the file that holds it.
    pub file: usize,
    /// Its items, without modules of tests.
    pub items: Vec<Item>,
}

/// Reads all crates of the workspace at `root`: the root package and every folder of `crates/`.
///
/// # Errors
/// A source file cannot be read or parsed.
pub fn read_workspace(root: &Path) -> Result<Vec<CrateSource>, ShapeError> {
    let folder = root.join("crates");
    let entries = fs::read_dir(&folder).map_err(|error| ShapeError::Read { path: folder, error })?;
    let mut folders: Vec<PathBuf> =
        entries.flatten().map(|entry| Path::new("crates").join(entry.file_name())).collect();
    folders.sort();
    folders.insert(0, PathBuf::new());
    folders.iter().map(|folder| CrateSource::read(root, folder)).collect()
}

impl CrateSource {
    /// Reads the crate in a folder of the workspace at `root`: its library, its program, or both.
    ///
    /// # Errors
    /// A source file cannot be read or parsed.
    pub fn read(root: &Path, folder: &Path) -> Result<Self, ShapeError> {
        let mut source = Self { files: Vec::new(), modules: BTreeMap::default() };
        for (entry, name) in [("lib.rs", None), ("main.rs", Some("main"))] {
            let path = folder.join("src").join(entry);
            if root.join(&path).exists() {
                let module = name.map(str::to_owned).into_iter().collect();
                source.read_file(root, path, &folder.join("src"), module)?;
            }
        }
        Ok(source)
    }

    fn read_file(
        &mut self,
        root: &Path,
        path: PathBuf,
        children: &Path,
        module: Vec<String>,
    ) -> Result<(), ShapeError> {
        let absolute = root.join(&path);
        let text = fs::read_to_string(&absolute)
            .map_err(|error| ShapeError::Read { path: absolute.clone(), error })?;
        let File { items, .. } =
            syn::parse_file(&text).map_err(|error| ShapeError::Parse { path: absolute, error })?;
        let file = self.files.len();
        self.files.push(path);
        self.add_module(root, file, children, module, items)
    }

    fn add_module(
        &mut self,
        root: &Path,
        file: usize,
        children: &Path,
        module: Vec<String>,
        items: Vec<Item>,
    ) -> Result<(), ShapeError> {
        let mut kept = Vec::new();
        for item in items {
            let Item::Mod(declared) = item else {
                kept.push(item);
                continue;
            };
            if is_for_tests(&declared.attrs) {
                continue;
            }
            let name = declared.ident.to_string();
            let inner: Vec<String> = module.iter().cloned().chain([name.clone()]).collect();
            let below = children.join(&name);
            if let Some((_, items)) = declared.content {
                self.add_module(root, file, &below, inner, items)?;
            } else {
                let path = path_attribute(&declared.attrs)
                    .map_or_else(|| file_of(root, children, &name), |path| children.join(path));
                self.read_file(root, path, &below, inner)?;
            }
        }
        self.modules.insert(module, Module { file, items: kept });
        Ok(())
    }
}

/// The file behind `mod name;`.
fn file_of(root: &Path, children: &Path, name: &str) -> PathBuf {
    let flat = children.join(name).with_extension("rs");
    if root.join(&flat).exists() { flat } else { children.join(name).join("mod.rs") }
}

/// Whether an item is compiled for tests alone.
pub(super) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            let condition = list.tokens.to_string();
            condition == "test" || condition.starts_with("all (test")
        }
        meta => meta.path().is_ident("test"),
    })
}

fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(path), .. }) => Some(path.value()),
            _ => None,
        },
        _ => None,
    })
}
