//! Finds type names that several modules of the workspace define.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use syn::Item;

use super::imports::defined_name;
use super::source::CrateSource;

/// Type names defined more than once, with the files that define them.
pub fn duplicate_types(crates: &[CrateSource]) -> BTreeMap<String, BTreeSet<PathBuf>> {
    let mut files: BTreeMap<String, Vec<PathBuf>> = BTreeMap::default();
    for source in crates {
        for module in source.modules.values() {
            for name in module.items.iter().filter(|item| is_type(item)).filter_map(defined_name) {
                files.entry(name).or_default().push(source.files[module.file].clone());
            }
        }
    }
    files
        .into_iter()
        .filter(|(_, files)| files.len() > 1)
        .map(|(name, files)| (name, files.into_iter().collect()))
        .collect()
}

/// Whether an item defines a type or a trait.
pub(super) fn is_type(item: &Item) -> bool {
    matches!(item, Item::Enum(_) | Item::Struct(_) | Item::Trait(_) | Item::Type(_) | Item::Union(_))
}
