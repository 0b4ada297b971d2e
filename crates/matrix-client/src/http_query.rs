//! Makes HTTP GET requests that the SDK does not offer, with a time limit and a size limit. Not
//! here: what they ask for.

use std::{iter::successors, time::Duration};

use matrix_sdk::{
    reqwest::{Error, RequestBuilder, Url},
    ruma::exports::http,
};

/// Time limit of a request, also of the SDK's.
pub(crate) const REQUEST: Duration = Duration::from_secs(30);
/// Most bytes of a response body; a longer one is cut off, which none of the requested ones is.
const MOST_BYTES: usize = 4 << 20;

/// Sends a request; the response and the address it came from, which differs after a redirect.
pub(crate) async fn ask(request: RequestBuilder) -> Result<(http::Response<Vec<u8>>, Url), Error> {
    let mut response = request.timeout(REQUEST).send().await?;
    let mut answer = http::Response::new(Vec::new());
    *answer.status_mut() = response.status();
    answer.headers_mut().clone_from(response.headers());
    let from = response.url().clone();
    let body = answer.body_mut();
    while body.len() < MOST_BYTES
        && let Some(part) = response.chunk().await?
    {
        body.extend(part.into_iter().take(MOST_BYTES - body.len()));
    }
    Ok((answer, from))
}

/// Why a request failed: the error, which names the address, and its first cause.
pub(crate) fn in_words(error: &Error) -> String {
    let error: &(dyn std::error::Error + 'static) = error;
    match successors(error.source(), |error| error.source()).last() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}
