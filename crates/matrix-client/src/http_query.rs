//! Questions that the SDK does not ask: how long an answer may take, how much of one is read, and what it says when there is none.
//! Not here: what is asked, and what an answer means.

use std::{iter::successors, time::Duration};

use matrix_sdk::{
    reqwest::{Error, RequestBuilder, Url},
    ruma::exports::http,
};

/// How long an answer may take, also where the SDK asks.
pub(crate) const REQUEST: Duration = Duration::from_secs(30);
/// How many bytes of an answer are read. One that is longer is cut off, and so is none of those that are asked for here.
const MOST_BYTES: usize = 4 << 20;

/// An answer, and the address it came from, which is another one where the server leads elsewhere.
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

/// Why there was no answer: the error itself names the address, and what is behind it the cause.
pub(crate) fn in_words(error: &Error) -> String {
    let error: &(dyn std::error::Error + 'static) = error;
    match successors(error.source(), |error| error.source()).last() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}
