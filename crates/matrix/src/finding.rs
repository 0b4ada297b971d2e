//! Where the homeserver is: at an address that was given, or where a server's name leads. Not here: what is done there.

use matrix_sdk::{
    Client, ClientBuildError, ClientBuilder,
    ruma::{
        OwnedServerName, UserId,
        api::{
            client::uiaa::UiaaResponse,
            error::{Error as Answer, FromHttpResponseError},
        },
    },
};

use crate::{ConnectError, Failure, Settings, failure};

const NO_SUCH_PAGE: u16 = 404;

/// What the operator has said about it.
enum Homeserver<'a> {
    Address(&'a str),
    Name(OwnedServerName),
}

impl<'a> Homeserver<'a> {
    fn of(settings: &'a Settings) -> Result<Self, ConnectError> {
        let said = settings.homeserver.as_str();
        if said.contains("://") {
            return Ok(Self::Address(said));
        }
        OwnedServerName::try_from(said).map(Self::Name).map_err(|_| ConnectError::Address(said.to_owned()))
    }
}

/// Says where the homeserver is.
pub(crate) fn at_home(builder: ClientBuilder, settings: &Settings) -> Result<ClientBuilder, ConnectError> {
    Ok(match Homeserver::of(settings)? {
        Homeserver::Address(address) => builder.homeserver_url(address),
        Homeserver::Name(name) => builder.server_name_or_homeserver_url(name),
    })
}

/// Whether a homeserver answers where a name has led. An address is believed.
pub(crate) async fn check(client: &Client, settings: &Settings) -> Result<(), ConnectError> {
    let Homeserver::Name(name) = Homeserver::of(settings)? else { return Ok(()) };
    let Err(error) = client.fetch_server_versions(None).await else { return Ok(()) };
    if let Some(failure) = error.as_client_api_error().and_then(passing) {
        return Err(ConnectError::Unreachable(failure.to_string()));
    }
    match failure::from_http(&error) {
        failure @ Failure::Later { .. } => Err(ConnectError::Unreachable(failure.to_string())),
        failure => Err(not_found(&name, format!("it names {}, where {failure}", client.homeserver()))),
    }
}

/// What an answer means that may be another one later. That there is no such page is an answer.
fn passing(answer: &Answer) -> Option<Failure> {
    if answer.status_code.as_u16() == NO_SUCH_PAGE {
        return None;
    }
    let failure = failure::from_answer(answer, answer.to_string());
    matches!(failure, Failure::Later { .. } | Failure::Standstill { .. }).then_some(failure)
}

/// What it means that none was found.
pub(crate) fn failed(error: &ClientBuildError, settings: &Settings) -> Option<ConnectError> {
    let name = match Homeserver::of(settings) {
        Ok(Homeserver::Name(name)) => name,
        Ok(Homeserver::Address(_)) => {
            let is_none = matches!(error, ClientBuildError::Url(_) | ClientBuildError::InvalidServerName);
            return is_none.then(|| ConnectError::Address(settings.homeserver.clone()));
        }
        Err(error) => return Some(error),
    };
    match error {
        ClientBuildError::AutoDiscovery(answer) => {
            if let FromHttpResponseError::Server(UiaaResponse::MatrixError(answer)) = answer
                && let Some(failure) = passing(answer)
            {
                return Some(not_said(&name, &failure));
            }
            let found = format!("what was found there is {answer}; nor is {name} a homeserver itself");
            Some(not_found(&name, found))
        }
        ClientBuildError::Url(_) => Some(not_found(&name, "what it names is no address".to_owned())),
        ClientBuildError::Http(error) => Some(not_said(&name, &failure::from_http(error))),
        _ => None,
    }
}

fn not_said(name: &OwnedServerName, failure: &Failure) -> ConnectError {
    ConnectError::Unreachable(format!("{} says where it is: {failure}", page(name)))
}

fn not_found(name: &OwnedServerName, found: String) -> ConnectError {
    ConnectError::NotFound { name: name.to_string(), looked_up: page(name), found }
}

fn page(name: &OwnedServerName) -> String {
    format!("https://{name}/.well-known/matrix/client")
}

/// Whether this account is the one that was asked for.
pub(crate) fn is_asked_for(user: &UserId, settings: &Settings) -> bool {
    let asked = settings.user.as_str();
    asked == user.as_str() || asked == user.localpart()
}

#[cfg(test)]
mod tests {
    use matrix_sdk::ruma::api::EndpointError as _;

    use super::*;

    #[test]
    fn trouble_is_no_answer_to_where_the_homeserver_is() {
        let page = "<html>We are back soon</html>";
        let limit = r#"{"errcode":"M_LIMIT_EXCEEDED","error":"no"}"#;
        let unknown = r#"{"errcode":"M_UNKNOWN","error":"no"}"#;
        for (status, body, is_passing) in [
            (502, page, true),
            (503, "", true),
            (500, unknown, true),
            (429, page, true),
            (429, limit, true),
            (403, page, true),
            (404, page, false),
            (404, "{}", false),
            (404, r#"{"errcode":"M_NOT_FOUND","error":"no"}"#, false),
            (400, unknown, false),
        ] {
            let response = http::Response::builder().status(status).body(body).expect("a response");
            let outcome = passing(&Answer::from_http_response(response));
            assert_eq!(outcome.is_some(), is_passing, "{status} {body}: {outcome:?}");
        }
    }
}
