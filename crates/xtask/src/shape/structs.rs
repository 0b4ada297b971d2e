//! Finds structs with too many named fields, and types whose inherent `impl` blocks stand in too
//! many files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use syn::{Fields, Item, Type};

use super::source::{CrateSource, is_for_tests};

/// Named fields of a struct, beyond which it is large.
pub const MAX_FIELDS: usize = 12;

/// Files with inherent `impl` blocks of one type, beyond which it is scattered.
pub const MAX_IMPL_FILES: usize = 6;

/// The structs of a crate with more than [`MAX_FIELDS`] named fields: name and file.
pub fn large_structs(source: &CrateSource) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for module in source.modules.values() {
        for item in &module.items {
            if let Item::Struct(item) = item
                && let Fields::Named(fields) = &item.fields
                && fields.named.len() > MAX_FIELDS
                && !is_for_tests(&item.attrs)
            {
                found.push((item.ident.to_string(), source.files[module.file].clone()));
            }
        }
    }
    found
}

/// The types of a crate whose inherent `impl` blocks stand in more than [`MAX_IMPL_FILES`] files: name and number of files.
pub fn scattered_impls(source: &CrateSource) -> BTreeMap<String, usize> {
    let mut files: BTreeMap<String, BTreeSet<usize>> = BTreeMap::default();
    for module in source.modules.values() {
        for item in &module.items {
            if let Item::Impl(item) = item
                && item.trait_.is_none()
                && !is_for_tests(&item.attrs)
                && let Type::Path(path) = &*item.self_ty
                && let Some(last) = path.path.segments.last()
            {
                files.entry(last.ident.to_string()).or_default().insert(module.file);
            }
        }
    }
    let counts = files.into_iter().map(|(name, files)| (name, files.len()));
    counts.filter(|(_, count)| *count > MAX_IMPL_FILES).collect()
}
