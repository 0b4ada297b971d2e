//! Finds names of files, types and functions that carry an old word which the glossary replaces by
//! a standard term.

use std::path::PathBuf;

use syn::visit::{self, Visit};
use syn::{Ident, ImplItemFn, ItemFn, TraitItemFn};

use super::duplicates::is_type;
use super::imports::defined_name;
use super::source::CrateSource;

/// Old words in snake case, each with the term that took its place. A name counts when it is such a word as a whole.
const REPLACED: [(&str, &str); 62] = [
    ("absence", "vacation, or outage"),
    ("allowance", "rate limit"),
    ("anew", "clock setback"),
    ("aside", "quarantine"),
    ("attendance", "presence"),
    ("away", "outage"),
    ("begun", "pending turn"),
    ("bell", "wake-up"),
    ("beside", "side writes"),
    ("bound_by", "touch demand"),
    ("claim", "lane ownership"),
    ("claims", "lane ownership"),
    ("courier", "transport"),
    ("crowd", "admission control"),
    ("deed", "action"),
    ("doors", "permission denials"),
    ("draft", "unit of work"),
    ("failure", "error"),
    ("fault", "error"),
    ("filling", "option value"),
    ("flow", "handler"),
    ("gathering", "migration"),
    ("given", "option values"),
    ("glance", "queries"),
    ("gone", "outage"),
    ("happening", "event"),
    ("held", "lane lock"),
    ("here", "node state, or presence"),
    ("home", "shard key"),
    ("incoming", "event"),
    ("judgements", "evaluation cache"),
    ("known", "entry, or the noun"),
    ("ledger", "repository"),
    ("likely", "pruning"),
    ("made", "last move"),
    ("mirror", "stored form"),
    ("moving", "migration"),
    ("naming", "lookup"),
    ("overheard", "audience"),
    ("overlooked", "blunder filter"),
    ("past", "snapshot"),
    ("patience", "backoff"),
    ("pump", "relay"),
    ("raw", "salvage"),
    ("reach_of", "attack map"),
    ("recalled", "repetition history"),
    ("relocating", "migration"),
    ("ringing", "wake-up"),
    ("roll", "presence"),
    ("sealed", "checksum"),
    ("seen", "information set"),
    ("settling", "job run, or removal"),
    ("sooner", "earlier job"),
    ("speech", "public text"),
    ("standings", "accumulator"),
    ("still", "pause times"),
    ("stitch", "tiles"),
    ("tally", "counters"),
    ("taste", "reader profile"),
    ("told", "report"),
    ("trouble", "error"),
    ("witness", "counters"),
];

/// A name that has a standard term.
#[derive(Debug)]
pub struct ReplacedName {
    /// The name as it stands.
    pub name: String,
    /// The file that defines it, or has it.
    pub file: PathBuf,
    /// The term to use.
    pub term: &'static str,
}

/// The names of a crate that the glossary replaces.
pub fn replaced_names(source: &CrateSource) -> Vec<ReplacedName> {
    let mut found = Vec::new();
    for file in &source.files {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        found.extend(replaced(&stem, file));
    }
    for module in source.modules.values() {
        let file = &source.files[module.file];
        let types = module.items.iter().filter(|item| is_type(item)).filter_map(defined_name);
        found.extend(types.filter_map(|name| replaced(&name, file)));
        let mut functions = FunctionNames::default();
        module.items.iter().for_each(|item| functions.visit_item(item));
        found.extend(functions.0.iter().filter_map(|name| replaced(name, file)));
    }
    found
}

fn replaced(name: &str, file: &std::path::Path) -> Option<ReplacedName> {
    let word = snake_case(name);
    let (_, term) = REPLACED.iter().find(|(old, _)| *old == word)?;
    Some(ReplacedName { name: name.to_owned(), file: file.to_owned(), term })
}

fn snake_case(name: &str) -> String {
    let mut word = String::with_capacity(name.len() + 4);
    for (place, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && place > 0 {
            word.push('_');
        }
        word.extend(letter.to_lowercase());
    }
    word
}

#[derive(Default)]
struct FunctionNames(Vec<String>);

impl FunctionNames {
    fn add(&mut self, name: &Ident) {
        self.0.push(name.to_string());
    }
}

impl<'ast> Visit<'ast> for FunctionNames {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.add(&function.sig.ident);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.add(&function.sig.ident);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        self.add(&function.sig.ident);
        visit::visit_trait_item_fn(self, function);
    }
}
