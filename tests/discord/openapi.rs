//! Checks every request of the bot and every answer of the fake Discord against Discord's own
//! `OpenAPI` description: the used parts of it are in `openapi/description.json`, extracted by the
//! script beside it. `DISCORD_OPENAPI` names a file with another description, such as the newest
//! one.

use std::{
    collections::HashMap,
    env, fs,
    path::{Path, PathBuf},
    sync::{LazyLock, Mutex, PoisonError},
};

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::fake::Request;

/// The description, read once for all tests.
pub struct Description {
    whole: Value,
    /// By method and path, as they are asked for; reading a schema takes far longer than checking with it.
    validators: Mutex<HashMap<String, Option<Validator>>>,
}

static DESCRIPTION: LazyLock<Description> = LazyLock::new(Description::read);

impl Description {
    /// The description.
    pub fn known() -> &'static Self {
        &DESCRIPTION
    }

    fn read() -> Self {
        let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/discord/openapi/description.json");
        let file = env::var_os("DISCORD_OPENAPI").map_or_else(own, PathBuf::from);
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let whole = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Self { whole, validators: Mutex::default() }
    }

    /// The template of a path.
    fn template(&self, path: &str) -> Option<&str> {
        let asked: Vec<&str> = path.split('/').collect();
        let fits = |template: &&String| {
            let parts: Vec<&str> = template.trim_start_matches('/').split('/').collect();
            parts.len() == asked.len()
                && parts.iter().zip(&asked).all(|(part, asked)| part.starts_with('{') || part == asked)
        };
        let mut found: Vec<&String> = self.whole["paths"].as_object()?.keys().filter(fits).collect();
        // A name goes before a place for any.
        found.sort_by_key(|template| template.matches('{').count());
        found.first().map(|template| template.as_str())
    }

    /// What is described of a request, or of what it is answered with.
    fn content(&self, request: &Request, template: &str, answer: bool) -> Option<&Value> {
        let described = &self.whole["paths"][template][request.method.to_lowercase()];
        if !answer {
            return described.get("requestBody");
        }
        let status = request.status.to_string();
        let found = described["responses"].get(&status);
        Some(found.unwrap_or_else(|| panic!("{} {template} is never answered {status}", request.method)))
    }

    fn validator(&self, request: &Request, template: &str, answer: bool) -> Option<Validator> {
        let schema = self.content(request, template, answer)?["content"]["application/json"].get("schema")?;
        let whole = json!({ "allOf": [schema], "components": self.whole["components"] });
        Some(jsonschema::validator_for(&whole).unwrap_or_else(|error| panic!("{template}: {error}")))
    }

    /// Checks requests, and what they were granted.
    pub fn check<'r>(&self, requests: impl IntoIterator<Item = &'r Request>) {
        for request in requests {
            if !request.body.is_null() {
                self.check_one(request, &request.body, false);
            }
            if request.status < 300 {
                self.check_one(request, &request.answer, true);
            }
        }
    }

    fn check_one(&self, request: &Request, value: &Value, answer: bool) {
        let template = self.template(&request.path);
        let template = template.unwrap_or_else(|| panic!("{} is nowhere described", request.path));
        let status = if answer { format!(" {}", request.status) } else { String::new() };
        let key = format!("{} {template}{status}", request.method);
        // What one test found wrong leaves the others as they were.
        let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        let validator =
            validators.entry(key.clone()).or_insert_with(|| self.validator(request, template, answer));
        let Some(validator) = validator else {
            assert!(value.is_null(), "{key} is without words");
            return;
        };
        let errors: Vec<String> =
            validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{key}: {errors:#?}\n{value:#}");
    }
}

/// What other programs send: discord.py writes ids of attachments and of what is referred to as numbers, which Discord takes
/// as well as the described text.
pub fn with_ids_as_text(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            for (key, field) in fields.iter_mut() {
                *field = with_ids_as_text(field.take());
                if key.ends_with("_id")
                    && let Some(id) = field.as_u64()
                {
                    *field = json!(id.to_string());
                }
                if key == "attachments" {
                    for attachment in field.as_array_mut().into_iter().flatten() {
                        if let Some(id) = attachment["id"].as_u64() {
                            attachment["id"] = json!(id.to_string());
                        }
                    }
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = with_ids_as_text(item.take())),
        _ => {}
    }
    value
}
