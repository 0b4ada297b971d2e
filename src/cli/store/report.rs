//! Prints the report of damaged and missing rows to standard error.

use adoube_store::InspectionReport;

/// Prints what is damaged or missing in a store.
pub(super) fn print_report(findings: &InspectionReport) {
    for key in &findings.lost {
        print_status!("lost: {key}");
    }
    let InspectionReport {
        rows,
        lost_besides,
        places,
        missing_writes,
        rows_there_were,
        is_proven,
        is_unfinished,
        files,
        ..
    } = findings;
    for file in files {
        print_status!(
            "damaged: {}; adoube does not start with it. The rows are in another file and were read all the same: `adoube store \
             salvage FILE` saves them, and `adoube store import FILE` takes them into a new folder",
            file.display()
        );
    }
    if *lost_besides > 0 {
        print_status!("and {lost_besides} more");
    }
    if *places > 0 {
        print_status!("{places} damaged places in the log");
    }
    if *missing_writes > 0 {
        print_status!("the {missing_writes} newest writes are missing");
    }
    if *is_unfinished {
        print_status!("an import or a copy into this folder is not finished: {rows} rows are there so far");
    }
    match rows_there_were {
        _ if *is_proven => {}
        Some(there_were) if there_were != rows => print_status!("{rows} of {there_were} rows are whole"),
        Some(_) => print_status!("some rows are older than they were"),
        None => print_status!("how many rows there were is lost, too"),
    }
}
