//! Finds the homeserver, at a configured address or by a server name's `.well-known` file, and
//! checks that it answers there.

use std::iter::successors;

use matrix_sdk::{
    reqwest::{self, Url},
    ruma::{
        OwnedServerName, UserId,
        api::{
            IncomingResponse as _,
            client::discovery::{discover_homeserver, get_supported_versions},
            error::{Error as Answer, FromHttpResponseError},
        },
    },
};

use crate::{
    AccountSettings, ConnectError, MatrixError, error,
    http_query::{ask, in_words},
};

const NO_SUCH_PAGE: u16 = 404;
/// An endpoint that every homeserver has.
const VERSIONS: &str = "/_matrix/client/versions";
/// A file of the store, which exists once a homeserver was found.
const STORE: &str = "matrix-sdk-state.sqlite3";
/// Messages of name resolution for a name that does not exist; other messages mean that no resolver
/// answered.
const NOBODYS_NAME: [&str; 4] = [
    "Name or service not known",
    "No address associated with hostname",
    "Name does not resolve",
    "nodename nor servname provided",
];

/// The configured homeserver.
enum HomeserverAddress {
    Address(Url),
    Name(OwnedServerName),
}

impl HomeserverAddress {
    fn of(settings: &AccountSettings) -> Result<Self, ConnectError> {
        let said = settings.homeserver.as_str();
        let found = if said.contains("://") {
            address(said).map(Self::Address)
        } else {
            OwnedServerName::try_from(said).ok().map(Self::Name)
        };
        found.ok_or_else(|| ConnectError::InvalidAddress(said.to_owned()))
    }
}

fn address(text: &str) -> Option<Url> {
    Url::parse(text).ok().filter(|url| ["http", "https"].contains(&url.scheme()) && url.has_host())
}

/// Why no homeserver answers at an address.
enum DiscoveryError {
    /// It may answer later.
    Transient(String),
    UnknownHost,
    /// The address redirects to another one.
    Redirected(Url),
    Other(String),
}

impl DiscoveryError {
    fn of(error: &reqwest::Error) -> Self {
        if error.is_redirect() {
            return Self::Other("it leads from one address to the next and to no end".to_owned());
        }
        if is_nobodys_name(error) { Self::UnknownHost } else { Self::Transient(in_words(error)) }
    }
}

fn is_nobodys_name(error: &(dyn std::error::Error + 'static)) -> bool {
    successors(Some(error), |error| error.source()).any(|error| {
        let said = error.to_string();
        NOBODYS_NAME.iter().any(|words| said.contains(words))
    })
}

/// Whether a homeserver was found earlier with this folder.
pub(crate) fn was_found(settings: &AccountSettings) -> bool {
    settings.folder.join(STORE).exists()
}

/// Finds the homeserver's address. A server that answered earlier counts as unreachable rather than
/// missing.
pub(crate) async fn find(settings: &AccountSettings) -> Result<Url, ConnectError> {
    let http = reqwest::Client::builder().user_agent("adoube").build();
    let http = http.map_err(|error| ConnectError::Unreachable(in_words(&error)))?;
    let found = match HomeserverAddress::of(settings)? {
        HomeserverAddress::Address(address) => at(&http, address).await,
        HomeserverAddress::Name(name) => of(&http, &name).await,
    };
    found.map_err(|error| match error {
        ConnectError::Unreachable(_) => error,
        error if was_found(settings) => ConnectError::Unreachable(error.to_string()),
        error => error,
    })
}

async fn at(http: &reqwest::Client, address: Url) -> Result<Url, ConnectError> {
    let said = || address.as_str().trim_end_matches('/').to_owned();
    match probe_server(http, &address).await {
        Ok(()) => Ok(address),
        Err(DiscoveryError::Transient(reason)) => Err(ConnectError::Unreachable(reason)),
        Err(DiscoveryError::UnknownHost) => Err(ConnectError::UnknownHost(host(&address))),
        Err(DiscoveryError::Redirected(to)) => {
            Err(ConnectError::Redirected { address: said(), to: to.to_string() })
        }
        Err(DiscoveryError::Other(found)) => Err(ConnectError::NotAHomeserver { address: said(), found }),
    }
}

async fn of(http: &reqwest::Client, name: &OwnedServerName) -> Result<Url, ConnectError> {
    let looked_up = format!("https://{name}/.well-known/matrix/client");
    let unread = |reason: String| ConnectError::Unreachable(format!("{looked_up} cannot be read: {reason}"));
    let not_found = |found: String| {
        let (name, looked_up) = (name.to_string(), looked_up.clone());
        ConnectError::HomeserverNotFound { name, looked_up, found }
    };
    let (answer, _) = ask(http.get(&looked_up)).await.map_err(|error| match DiscoveryError::of(&error) {
        DiscoveryError::UnknownHost => ConnectError::UnknownHost(name.host().to_owned()),
        _ => unread(in_words(&error)),
    })?;
    let said = match discover_homeserver::Response::try_from_http_response(answer) {
        Ok(said) => said.homeserver.base_url,
        Err(error) => {
            if let FromHttpResponseError::Server(answer) = &error
                && let Some(failure) = passing(answer)
            {
                return Err(unread(failure.to_string()));
            }
            let none = format!("what was found there is {error}; nor is {name} a homeserver itself");
            return itself(http, name).await.ok_or_else(|| not_found(none));
        }
    };
    let named = address(&said).ok_or_else(|| not_found("what it names is no address".to_owned()))?;
    match probe_server(http, &named).await {
        Ok(()) => Ok(named),
        Err(DiscoveryError::Transient(reason)) => Err(ConnectError::Unreachable(reason)),
        Err(DiscoveryError::UnknownHost) => {
            Err(not_found(format!("it names {named}, and nobody has that name")))
        }
        Err(DiscoveryError::Redirected(to)) => {
            Err(not_found(format!("it names {named}, which leads to {to}")))
        }
        Err(DiscoveryError::Other(found)) => Err(not_found(format!("it names {named}, where {found}"))),
    }
}

/// The server name may be the homeserver's own address.
async fn itself(http: &reqwest::Client, name: &OwnedServerName) -> Option<Url> {
    let address = address(&format!("https://{name}"))?;
    probe_server(http, &address).await.is_ok().then_some(address)
}

/// Whether a homeserver answers at an address.
async fn probe_server(http: &reqwest::Client, address: &Url) -> Result<(), DiscoveryError> {
    let asked = format!("{}{VERSIONS}", address.as_str().trim_end_matches('/'));
    let (answer, from) = ask(http.get(&asked)).await.map_err(|error| DiscoveryError::of(&error))?;
    let leads_elsewhere = from.as_str() != asked;
    match get_supported_versions::Response::try_from_http_response(answer) {
        // Redirected requests lose their method and body.
        Ok(_) if leads_elsewhere => Err(DiscoveryError::Redirected(base_of(from))),
        Ok(_) => Ok(()),
        Err(FromHttpResponseError::Server(answer)) => Err(match passing(&answer) {
            Some(failure) => DiscoveryError::Transient(failure.to_string()),
            None => DiscoveryError::Other(error::from_answer(&answer, answer.to_string()).to_string()),
        }),
        Err(error) => Err(DiscoveryError::Other(format!("what answered is no Matrix homeserver ({error})"))),
    }
}

/// The base address of a versions endpoint.
fn base_of(mut page: Url) -> Url {
    let path = page.path().strip_suffix(VERSIONS).unwrap_or_default().to_owned();
    page.set_path(&path);
    page.set_query(None);
    page
}

fn host(address: &Url) -> String {
    address.host_str().unwrap_or_default().to_owned()
}

/// The error of a response that may differ later. Status 404 is permanent.
fn passing(answer: &Answer) -> Option<MatrixError> {
    if answer.status_code.as_u16() == NO_SUCH_PAGE {
        return None;
    }
    let failure = error::from_answer(answer, answer.to_string());
    matches!(failure, MatrixError::Transient { .. } | MatrixError::AccountBlocked { .. }).then_some(failure)
}

/// Whether this account is the configured one.
pub(crate) fn is_asked_for(user: &UserId, settings: &AccountSettings) -> bool {
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
