//! Tests of the shape analysis on small workspaces that hold one fault each.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use adoube_xtask::shape::report::ShapeReport;
use adoube_xtask::shape::scripts::script_faults;
use adoube_xtask::shape::source::read_workspace;
use adoube_xtask::shape::{cycles, duplicates, imports, structs};
use tempfile::TempDir;

/// A workspace of one crate with these files.
fn workspace(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        write(folder.path(), &format!("crates/one/src/{path}"), text);
    }
    folder
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// The cycles of at least two files, each as the stems of its files.
fn found_cycles(folder: &TempDir) -> Vec<String> {
    let crates = read_workspace(folder.path()).expect("sources");
    let cycles = crates
        .iter()
        .flat_map(|source| cycles::import_cycles(&source.files, &imports::import_graph(source), 2));
    let stems = |path: &std::path::PathBuf| path.file_stem().expect("a name").display().to_string();
    cycles.map(|files| files.iter().map(stems).collect::<Vec<_>>().join(" ")).collect()
}

const ROOT: &str = "mod a; mod b; mod c;";

#[test]
fn a_cycle_is_found_however_the_names_are_reached() {
    let ways: [(&str, &str); 8] = [
        ("use", "use crate::a::A; pub struct C(A);"),
        ("a group", "use crate::{a::{self, A}}; pub struct C(A);"),
        ("super", "use super::a::A; pub struct C(A);"),
        ("a path", "pub struct C(crate::a::A);"),
        ("a module's name", "use crate::a; pub struct C(a::A);"),
        ("a macro", "pub struct C; pub fn c() -> String { format!(\"{}\", crate::a::A::new()) }"),
        ("another name", "use crate::a::A as Other; pub struct C(Other);"),
        (
            "a glob",
            "use crate::a::*; pub struct C; pub fn c(_: crate::b::Again) {} pub fn d(_: super::a::A) {}",
        ),
    ];
    for (way, c) in ways {
        let folder = workspace(&[
            ("lib.rs", ROOT),
            ("a.rs", "use crate::b::B; pub struct A(B);"),
            ("b.rs", "use crate::c::C; pub use crate::a::A as Again; pub struct B(Option<Box<C>>);"),
            ("c.rs", c),
        ]);
        assert_eq!(found_cycles(&folder), ["a b c"], "{way}");
    }
}

#[test]
fn a_name_counts_for_the_file_that_defines_it() {
    let folder = workspace(&[
        ("lib.rs", "mod a; mod b; pub use self::a::A; pub use self::b::*;"),
        ("a.rs", "use crate::B; pub struct A; pub fn a(_: B) {}"),
        ("b.rs", "pub struct B;"),
    ]);
    assert!(found_cycles(&folder).is_empty(), "the root gives names away and imports none");
}

#[test]
fn a_cycle_of_a_program_is_found_as_well() {
    let folder = workspace(&[
        ("main.rs", "mod a; mod b; fn main() {}"),
        ("a.rs", "use crate::b::B; pub struct A(Option<Box<B>>);"),
        ("b.rs", "pub struct B(crate::a::A);"),
    ]);
    assert_eq!(found_cycles(&folder), ["a b"]);
}

#[test]
fn tests_and_declared_modules_are_no_imports() {
    let folder = workspace(&[
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod b; pub use self::b::B; pub struct A; #[cfg(test)] mod tests { use super::b::B; }"),
        ("a/b.rs", "use super::A; pub struct B(A);"),
    ]);
    assert!(found_cycles(&folder).is_empty());
}

#[test]
fn a_type_defined_twice_is_named_with_its_files() {
    let folder = workspace(&[
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "pub struct State; pub struct One;"),
        ("b.rs", "mod inner { pub enum State {} } pub type Two = u8; #[cfg(test)] mod tests { struct One; }"),
    ]);
    let found: BTreeMap<_, _> = duplicates::duplicate_types(&read_workspace(folder.path()).expect("sources"));
    assert_eq!(found.keys().collect::<Vec<_>>(), ["State"]);
    assert_eq!(found["State"].len(), 2);
}

/// A struct with so many named fields.
fn struct_with(name: &str, fields: usize) -> String {
    let fields = (0..fields).fold(String::new(), |text, number| text + &format!("pub field_{number}: u8, "));
    format!("pub struct {name} {{ {fields} }}")
}

#[test]
fn a_struct_with_more_than_twelve_fields_is_named() {
    let (small, large) = (struct_with("Small", 12), struct_with("Large", 13));
    let in_tests = format!("#[cfg(test)] {}", struct_with("OfTests", 13));
    let folder = workspace(&[
        ("lib.rs", "mod a;"),
        ("a.rs", &format!("{small} {large} {in_tests} pub struct Tuple(u8, u8);")),
    ]);
    let crates = read_workspace(folder.path()).expect("sources");
    let found: Vec<_> = crates.iter().flat_map(structs::large_structs).collect();
    assert_eq!(found, [("Large".to_owned(), Path::new("crates/one/src/a.rs").to_owned())]);
}

/// A crate in which inherent impls of the type `Big` stand in so many files, and of `Small` in six.
fn scattered(files: usize) -> TempDir {
    let modules = (0..files).fold(String::new(), |text, number| text + &format!("mod m{number}; "));
    let root = format!("{modules} pub struct Big; pub struct Small; impl Clone for Big {{}}");
    let folder = workspace(&[("lib.rs", &root)]);
    for number in 0..files {
        let small = if number < 6 { "impl crate::Small {}" } else { "impl Copy for crate::Small {}" };
        let text = format!("use crate::Big; impl Big {{ pub fn f{number}() {{}} }} impl Big {{}} {small}");
        write(folder.path(), &format!("crates/one/src/m{number}.rs"), &text);
    }
    folder
}

#[test]
fn a_type_implemented_in_more_than_six_files_is_named() {
    for (files, expected) in [(6, None), (7, Some(7))] {
        let folder = scattered(files);
        let crates = read_workspace(folder.path()).expect("sources");
        let found: BTreeMap<_, _> = crates.iter().flat_map(structs::scattered_impls).collect();
        assert_eq!(found.get("Big").copied(), expected);
        assert_eq!(found.get("Small"), None);
    }
}

#[test]
fn counts_may_only_shrink_and_reasons_stay() {
    let folder = scattered(8);
    let root = folder.path();
    for list in ["cycles", "duplicate-types", "replaced-names", "large-structs"] {
        write(root, &format!("crates/xtask/known/{list}.txt"), "");
    }
    let list = "crates/xtask/known/scattered-impls.txt";
    let report = || ShapeReport::read(root).expect("sources");
    let faults = || report().faults(root).expect("lists");
    for (known, is_fault) in [
        ("", true),
        ("Big 7\n", true),
        ("Big 9 (a reason)\n", true),
        ("Other 8\n", true),
        ("Big 8\n", false),
        ("Big 8 (a reason)\n", false),
    ] {
        write(root, list, known);
        assert_eq!(!faults().is_empty(), is_fault, "{known:?}: {:?}", faults());
    }
    write(root, list, "Big 9 (a reason)\nGone 7\n");
    report().shrink_known(root).expect("lists");
    assert_eq!(fs::read_to_string(root.join(list)).expect("a list"), "Big 8 (a reason)\n");
    write(root, list, "Big 7 (a reason)\n");
    report().shrink_known(root).expect("lists");
    assert_eq!(fs::read_to_string(root.join(list)).expect("a list"), "", "a larger count is not added");
}

#[test]
fn lists_may_only_shrink() {
    let folder = workspace(&[
        ("lib.rs", ROOT),
        ("a.rs", "use crate::b::B; pub struct A(B);"),
        ("b.rs", "use crate::c::C; pub struct B(C);"),
        ("c.rs", "use crate::a::A; pub struct C(A); pub fn told() {}"),
    ]);
    let root = folder.path();
    for list in ["cycles", "duplicate-types", "replaced-names", "large-structs", "scattered-impls"] {
        write(root, &format!("crates/xtask/known/{list}.txt"), "");
    }
    let faults = |root: &Path| ShapeReport::read(root).expect("sources").faults(root).expect("lists");
    let found = faults(root);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("new among import cycles"), "{found:?}");
    assert!(found[1].starts_with("new among names the glossary replaces: told"), "{found:?}");

    ShapeReport::read(root).expect("sources").shrink_known(root).expect("lists");
    assert_eq!(faults(root).len(), 2, "nothing new is added");

    let known = ["d", "a", "b", "c"].map(|file| format!("crates/one/src/{file}.rs")).join(" ");
    write(root, "crates/xtask/known/cycles.txt", &format!("{known}\n"));
    write(root, "crates/xtask/known/replaced-names.txt", "told crates/one/src/c.rs (report)\n");
    assert_eq!(faults(root).len(), 2, "a cycle that lost a file is to be listed as it is now");
    ShapeReport::read(root).expect("sources").shrink_known(root).expect("lists");
    assert!(faults(root).is_empty());
}

#[test]
fn scripts_import_one_another_in_one_direction() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = |name: &str, text: &str| write(folder.path(), &format!("assets/web/js/{name}"), text);
    let faults = || script_faults(folder.path()).expect("scripts");
    assert_eq!(faults(), [""; 0], "there are none");
    script("main.js", "import { a } from \"./base/a.js\";\nimport { d } from \"./chat/d.js\";\n");
    script("base/a.js", "import { b } from \"./b.js\";\n");
    script("base/b.js", "/** @import { A } from \"./a.js\" */\nexport const b = 1;\n");
    script("chat/d.js", "import { a } from \"../base/a.js\";\n");
    assert_eq!(faults(), [""; 0]);
    script("base/b.js", "import { a } from \"./a.js\";\n");
    assert_eq!(faults(), ["import cycle in assets/web/js: base/a.js base/b.js"]);
    script("base/b.js", "import {\n  a,\n} from \"./a.js\";\n");
    assert_eq!(faults(), ["import cycle in assets/web/js: base/a.js base/b.js"], "over several lines");
    script("base/b.js", "export { d } from \"../chat/d.js\";\nimport { e } from \"./e.js\";\n");
    assert_eq!(
        faults(),
        [
            "base/b.js: its folder may not import chat/d.js",
            "base/b.js: there is no ./e.js",
            "import cycle in assets/web/js: base/a.js base/b.js chat/d.js",
        ]
    );
}
