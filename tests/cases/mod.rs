//! Reads rule cases, each a request of the rules protocol and its expected answer, and compares the
//! answers.

use std::path::Path;

use serde_json::{Map, Value};

/// One line of a file of cases.
pub(crate) struct Case {
    fields: Map<String, Value>,
}

/// Fields of a case that are a request's.
const REQUEST: [&str; 9] = ["id", "game", "position", "moves", "touched", "want", "depth", "options", "seed"];

/// All cases of a file.
pub(crate) fn read(file: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(file).with_extension("jsonl");
    let text = std::fs::read_to_string(&path).expect("the cases can be read");
    let case = |line| Case { fields: serde_json::from_str(line).expect("a case is a JSON object") };
    text.lines().map(case).collect()
}

impl Case {
    /// What to send.
    pub(crate) fn line(&self) -> Vec<u8> {
        if let Some(raw) = self.fields.get("raw").and_then(Value::as_str) {
            return raw.as_bytes().to_vec();
        }
        if let Some(hex) = self.fields.get("raw_hex").and_then(Value::as_str) {
            return bytes(hex);
        }
        let request = self.fields.iter().filter(|(name, _)| REQUEST.contains(&name.as_str()));
        let request: Map<_, _> = request.map(|(name, value)| (name.clone(), value.clone())).collect();
        Value::Object(request).to_string().into_bytes()
    }

    /// What is wrong with an answer: the fields that have not exactly the expected values. Of an error only the code
    /// counts.
    pub(crate) fn disagrees(&self, answer: &str) -> Option<String> {
        let answer: Value = serde_json::from_str(answer).expect("an answer is JSON");
        let expected = self.fields["expect"].as_object().expect("a case has expectations");
        let differs = |(name, value): &(&String, &Value)| {
            let given = &answer[name.as_str()];
            if *name == "error" { given["code"] != value["code"] } else { given != *value }
        };
        let wrong: Vec<String> = expected
            .iter()
            .filter(differs)
            .map(|(name, value)| format!("  {name}: {} instead of {value}", answer[name.as_str()]))
            .collect();
        let error = answer["error"]["message"].as_str().unwrap_or_default();
        (!wrong.is_empty()).then(|| format!("{} {error}\n{}", self.fields["id"], wrong.join("\n")))
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> =
        hex.chars().filter_map(|digit| digit.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}
