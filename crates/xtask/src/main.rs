//! `cargo xtask`: developer's commands of this repository. `cargo xtask` alone lists them.

use std::env;
use std::process::ExitCode;

use adoube_xtask::areas::AREAS;
use adoube_xtask::check::{check_all, check_quickly};
use adoube_xtask::command::{ProcessError, workspace_root};
use adoube_xtask::expectations::Expectations;
use adoube_xtask::shape::report::ShapeReport;

const USAGE: &str = "\
cargo xtask check            every check there is (what tests/all.sh runs)
cargo xtask check --quick    format, lints, docs, dependencies, types of the page's scripts
cargo xtask test AREA [NAME] the tests of one area, or those of it whose names contain NAME
cargo xtask shape            import cycles, duplicate type names, names the glossary replaces, large structs, scattered impls,
                             imports of the page's scripts
cargo xtask shape --shrink   takes from the lists of known ones what is gone
cargo xtask fixtures         writes tests/fixtures anew; read the difference
cargo xtask transcripts      writes the transcripts of all platforms anew; read the difference
cargo xtask documented       writes the answers in docs/protocols/chat-door.md anew; read the difference
cargo xtask fixed-nodes      writes the engine's moves, scores and node counts anew; read the difference

areas:";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["check"] => check_all(),
        ["check", "--quick"] => check_quickly(),
        ["test", area, filter @ ..] if filter.len() < 2 => test_area(area, filter.first().copied()),
        ["shape"] => print_shape(false),
        ["shape", "--shrink"] => print_shape(true),
        [name] => match Expectations::named(name) {
            Some(expectations) => expectations.write(),
            None => return print_usage(),
        },
        _ => return print_usage(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn print_usage() -> ExitCode {
    println!("{USAGE}");
    for area in AREAS {
        println!("    {:8} {}", area.name, area.about);
    }
    ExitCode::from(2)
}

fn test_area(name: &str, filter: Option<&str>) -> Result<(), ProcessError> {
    let Some(area) = AREAS.iter().find(|area| area.name == name) else {
        return Err(ProcessError::Missing(format!("an area called {name}; `cargo xtask` lists them")));
    };
    area.test(filter)
}

/// Prints what is wrong with the shape of the code; `shrink` first takes from the lists what is gone.
fn print_shape(shrink: bool) -> Result<(), ProcessError> {
    let root = workspace_root();
    let report = ShapeReport::read(&root)?;
    if shrink {
        report.shrink_known(&root)?;
    }
    println!("{report}");
    let faults = report.faults(&root)?;
    if faults.is_empty() { Ok(()) } else { Err(ProcessError::Tests(faults.join("\n"))) }
}
