//! Parses a line of JSON as a request: id, asynchronous mode, and fields. An error names the wrong
//! field.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{
    error::{DoorErrorCode, DoorRequestError},
    limits::{MAX_DELIVERIES, MAX_FINDINGS, MAX_ID_BYTES, MAX_LINE_BYTES, MAX_PEOPLE_PER_REQUEST},
    request::{DoorRequest, EventRequest, OutboxRequest, PeopleRequest},
    unique_keys,
};

/// The names of the requests.
const REQUESTS: [&str; 15] = [
    "hello", "event", "complete", "commands", "people", "outbox", "show", "done", "later", "never", "gone",
    "back", "shut", "open", "clock",
];

/// U+FEFF in UTF-8, with which Windows programs begin their first line.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A parsed line.
#[derive(Debug)]
pub(crate) struct RequestLine {
    /// The sender's id of the request, repeated in the answer.
    pub(crate) id: Value,
    /// Whether the next line is read before this request is done.
    pub(crate) is_async: bool,
    pub(crate) request: DoorRequest,
}

/// Parses a line. An error comes with the id, if that is readable.
pub(crate) fn read(line: &[u8]) -> Result<RequestLine, (Value, DoorRequestError)> {
    let (mut fields, repeated) = object(line).map_err(|failure| (Value::Null, failure))?;
    fields.values_mut().for_each(leave_out_nulls);
    fields.retain(|_, value| !value.is_null());
    let id = fields.remove("id").unwrap_or_default();
    if let Some(key) = repeated {
        let id = if key == "id" || !is_good_id(&id) { Value::Null } else { id };
        return Err((id, DoorRequestError::bad_field(key, "the key stands twice")));
    }
    if !is_good_id(&id) {
        let message =
            format!("an id is a whole number of at most 64 bits, or a text of at most {MAX_ID_BYTES} bytes");
        return Err((Value::Null, DoorRequestError::bad_field("id", message)));
    }
    match read_request(fields) {
        Ok((is_async, request)) => Ok(RequestLine { id, is_async, request }),
        Err(failure) => Err((id, failure)),
    }
}

/// The fields of a line, and the path of its first repeated key.
fn object(line: &[u8]) -> Result<(Map<String, Value>, Option<String>), DoorRequestError> {
    if line.len() as u64 > MAX_LINE_BYTES {
        return Err(DoorRequestError::bad_line(format!("a line has at most {MAX_LINE_BYTES} bytes")));
    }
    match unique_keys::read(line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line)) {
        Ok((Value::Object(fields), repeated)) => Ok((fields, repeated)),
        Ok(_) => Err(DoorRequestError::bad_line("a line is one JSON object")),
        Err(error) => Err(DoorRequestError::bad_line(format!("a line is one JSON object: {error}"))),
    }
}

/// Removes fields that are `null`: they count as missing.
fn leave_out_nulls(value: &mut Value) {
    if let Value::Object(fields) = value {
        fields.values_mut().for_each(leave_out_nulls);
        fields.retain(|_, value| !value.is_null());
    }
}

fn is_good_id(id: &Value) -> bool {
    match id {
        Value::Null => true,
        // A fraction or a number beyond 64 bits would be repeated in another notation.
        Value::Number(number) => !number.is_f64(),
        Value::String(text) => text.len() <= MAX_ID_BYTES,
        _ => false,
    }
}

fn read_request(mut fields: Map<String, Value>) -> Result<(bool, DoorRequest), DoorRequestError> {
    let Value::Bool(is_async) = fields.remove("async").unwrap_or(Value::Bool(false)) else {
        return Err(DoorRequestError::bad_field("async", "it is true or false"));
    };
    let Some(Value::String(name)) = fields.remove("do") else {
        return Err(DoorRequestError::bad_field("do", format!("it is one of {}", REQUESTS.join(", "))));
    };
    let request = match name.as_str() {
        "hello" => DoorRequest::Hello(deserialize(fields)?),
        "event" => DoorRequest::Event(Box::new(checked_event(deserialize(fields)?)?)),
        "complete" => DoorRequest::Complete(deserialize(fields)?),
        "commands" => DoorRequest::Commands(deserialize(fields)?),
        "people" => DoorRequest::People(checked_people(deserialize(fields)?)?),
        "outbox" => DoorRequest::Outbox(checked_outbox(deserialize(fields)?, is_async)?),
        "show" => DoorRequest::Again(deserialize(fields)?),
        "done" => DoorRequest::Done(deserialize(fields)?),
        "later" => DoorRequest::Later(deserialize(fields)?),
        "never" => DoorRequest::Never(deserialize(fields)?),
        "gone" => DoorRequest::Gone(deserialize(fields)?),
        "back" => DoorRequest::Back(deserialize(fields)?),
        "shut" => DoorRequest::Shut(deserialize(fields)?),
        "open" => DoorRequest::Open(deserialize(fields)?),
        "clock" => DoorRequest::Clock(deserialize(fields)?),
        _ => {
            let message = format!("there is no request of that name; there are {}", REQUESTS.join(", "));
            return Err(DoorRequestError::new(DoorErrorCode::UnknownRequest, Some("do"), message));
        }
    };
    Ok((is_async, request))
}

/// Parses fields as a request. An error names the path of the wrong one.
fn deserialize<T: DeserializeOwned>(fields: Map<String, Value>) -> Result<T, DoorRequestError> {
    serde_path_to_error::deserialize(Value::Object(fields)).map_err(|error| {
        let message = error.inner().to_string();
        let path = error.path().to_string();
        // For a missing or unknown field only the message contains the name, in backticks.
        let named = message.strip_prefix("missing field `").or(message.strip_prefix("unknown field `"));
        let name = named.and_then(|rest| rest.split('`').next());
        let field = match (path.as_str(), name) {
            (".", Some(name)) => name.to_owned(),
            (path, Some(name)) if !path.ends_with(name) => format!("{path}.{name}"),
            (path, _) => path.to_owned(),
        };
        DoorRequestError::bad_field(field, message)
    })
}

fn checked_event(event: EventRequest) -> Result<EventRequest, DoorRequestError> {
    let deeds = [event.said.is_some(), event.command.is_some(), event.press.is_some(), event.pick.is_some()];
    if deeds.into_iter().filter(|is_given| *is_given).count() != 1 {
        return Err(DoorRequestError::bad_field(
            "said",
            "an event has exactly one of said, command, press and pick",
        ));
    }
    if event.findings.len() > MAX_FINDINGS {
        return Err(DoorRequestError::bad_field("findings", format!("at most {MAX_FINDINGS} are taken")));
    }
    let platform = event.channel.0.platform();
    let other = |channel: &str| channel.split_once(':').is_none_or(|(other, _)| other != platform);
    if event.about.as_ref().is_some_and(|about| other(&about.channel.0.0)) {
        return Err(DoorRequestError::bad_field("about.channel", "it is of the same platform as channel"));
    }
    Ok(event)
}

fn checked_people(request: PeopleRequest) -> Result<PeopleRequest, DoorRequestError> {
    for (field, count) in [
        ("all", request.all.as_ref().map_or(0, Vec::len)),
        ("add", request.add.len()),
        ("remove", request.remove.len()),
    ] {
        if count > MAX_PEOPLE_PER_REQUEST {
            return Err(DoorRequestError::bad_field(
                field,
                format!("at most {MAX_PEOPLE_PER_REQUEST} are told at once"),
            ));
        }
    }
    Ok(request)
}

fn checked_outbox(look: OutboxRequest, is_async: bool) -> Result<OutboxRequest, DoorRequestError> {
    if look.wait && !is_async {
        return Err(DoorRequestError::bad_field(
            "wait",
            "nothing else would be answered meanwhile: ask with \"async\": true",
        ));
    }
    if !(1..=MAX_DELIVERIES).contains(&look.limit) {
        return Err(DoorRequestError::bad_field("limit", format!("it is 1 to {MAX_DELIVERIES}")));
    }
    if look.after.as_ref().is_some_and(|after| after.0.platform() != look.platform.0) {
        return Err(DoorRequestError::bad_field("after", "it is a channel of that platform"));
    }
    Ok(look)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named_with_its_field() {
        let event = |rest: &str| {
            format!(
                r#"{{"id":7,"do":"event","event":"1","channel":"x:a","person":{{"id":"x:ada","name":"Ada"}}{rest}}}"#
            )
        };
        let table = [
            ("nonsense".to_owned(), DoorErrorCode::BadLine, None),
            ("[1]".to_owned(), DoorErrorCode::BadLine, None),
            (r#"{"id":[],"do":"clock"}"#.to_owned(), DoorErrorCode::BadField, Some("id")),
            (r#"{"id":1.5,"do":"clock"}"#.to_owned(), DoorErrorCode::BadField, Some("id")),
            (
                r#"{"id":12345678901234567890123,"do":"clock"}"#.to_owned(),
                DoorErrorCode::BadField,
                Some("id"),
            ),
            (r#"{"id":1}"#.to_owned(), DoorErrorCode::BadField, Some("do")),
            (r#"{"do":"dance"}"#.to_owned(), DoorErrorCode::UnknownRequest, Some("do")),
            (r#"{"do":"clock","async":1}"#.to_owned(), DoorErrorCode::BadField, Some("async")),
            (r#"{"do":"hello"}"#.to_owned(), DoorErrorCode::BadField, Some("version")),
            (r#"{"do":"hello","version":"1"}"#.to_owned(), DoorErrorCode::BadField, Some("version")),
            (r#"{"do":"clock","when":1}"#.to_owned(), DoorErrorCode::BadField, Some("when")),
            (event(""), DoorErrorCode::BadField, Some("said")),
            (event(r#","said":"e4","command":"help""#), DoorErrorCode::BadField, Some("said")),
            (
                event(r#","said":"e4","show":{"picture":"big"}"#),
                DoorErrorCode::BadField,
                Some("show.picture"),
            ),
            (event(r#","said":"e4","show":{"colour":1}"#), DoorErrorCode::BadField, Some("show.colour")),
            (event(r#","press":{}"#), DoorErrorCode::BadField, Some("press.id")),
            (
                event(r#","said":"e4","about":{"channel":"y:a"}"#),
                DoorErrorCode::BadField,
                Some("about.channel"),
            ),
            (r#"{"do":"outbox","platform":"web"}"#.to_owned(), DoorErrorCode::BadField, Some("platform")),
            (
                r#"{"do":"outbox","platform":"x","wait":true}"#.to_owned(),
                DoorErrorCode::BadField,
                Some("wait"),
            ),
            (
                r#"{"do":"outbox","platform":"x","limit":0}"#.to_owned(),
                DoorErrorCode::BadField,
                Some("limit"),
            ),
            (
                r#"{"do":"outbox","platform":"x","limit":101}"#.to_owned(),
                DoorErrorCode::BadField,
                Some("limit"),
            ),
            (
                r#"{"do":"outbox","platform":"x","after":"y:a"}"#.to_owned(),
                DoorErrorCode::BadField,
                Some("after"),
            ),
            (
                r#"{"do":"people","channel":"x:a","add":[{"id":"x:a","name":" "}]}"#.to_owned(),
                DoorErrorCode::BadField,
                Some("add[0].name"),
            ),
        ];
        for (line, code, field) in table {
            let (_, failure) = read(line.as_bytes()).expect_err(&line);
            assert_eq!(
                (failure.code, failure.field.as_deref()),
                (code, field),
                "{line}: {}",
                failure.message
            );
        }
        assert_eq!(read(event(r#","said":"e4""#).as_bytes()).expect("a request").id, 7);
    }

    #[test]
    fn a_key_that_stands_twice_is_named_and_a_byte_order_mark_is_no_fault() {
        for (line, id, field) in [
            (r#"{"id":1,"id":2,"do":"clock"}"#, Value::Null, "id"),
            (r#"{"id":1,"do":"clock","do":"commands"}"#, 1.into(), "do"),
            (r#"{"id":1,"do":"outbox","platform":"x","show":{"width":1,"width":2}}"#, 1.into(), "show.width"),
            (r#"{"id":1,"do":"clock","to":null,"to":null}"#, 1.into(), "to"),
        ] {
            let (is, failure) = read(line.as_bytes()).expect_err(line);
            assert_eq!((&is, failure.field.as_deref()), (&id, Some(field)), "{line}");
            assert_eq!(
                (failure.code, failure.message.as_str()),
                (DoorErrorCode::BadField, "the key stands twice")
            );
        }
        let marked = "\u{feff}{\"id\":1,\"do\":\"clock\"}";
        assert_eq!(read(marked.as_bytes()).expect("a request").id, 1);
        assert!(read("\u{feff}\u{feff}{}".as_bytes()).is_err());
    }
}
