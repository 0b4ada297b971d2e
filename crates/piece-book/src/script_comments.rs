//! Strips comments from scripts of pages, because browsers need neither types nor explanations.
//!
//! Only whole lines are removed: lines that begin with `//`, and blocks from a line that begins
//! with `/*` to a line that ends with `*/`. Each leaves an empty line, so that line numbers in a
//! browser's console match the files.

/// The script without its comments.
pub fn strip_comments(script: &str) -> String {
    let mut stripped = String::with_capacity(script.len());
    let mut is_in_block = false;
    for line in script.lines() {
        let text = line.trim();
        let begins_block = !is_in_block && text.starts_with("/*");
        // Code may follow a block that ends within its line.
        let is_block = is_in_block || (begins_block && text.find("*/").is_none_or(|at| at + 2 == text.len()));
        if !is_block && !text.starts_with("//") {
            stripped.push_str(line);
        }
        stripped.push('\n');
        is_in_block = is_block && !text.ends_with("*/");
    }
    stripped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_between_two_comments_of_a_line_stays() {
        let script = "/* a */ f(); /* b */\n/* c */ g();\n/* d */\nh();\n";
        assert_eq!(strip_comments(script), "/* a */ f(); /* b */\n/* c */ g();\n\nh();\n");
    }

    #[test]
    fn whole_lines_of_comments_go_and_the_others_keep_their_numbers() {
        let script = "// What it is.\n/**\n * Two.\n */\nlet a = 1; // one\n/** @type {B} */\nlet b = \"//\";\n  /* c */ d();\n";
        assert_eq!(strip_comments(script), "\n\n\n\nlet a = 1; // one\n\nlet b = \"//\";\n  /* c */ d();\n");
    }
}
