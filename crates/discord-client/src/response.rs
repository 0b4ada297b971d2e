//! Reads responses of Discord's REST interface: success, an error, or a rate limit with the time to
//! wait. Not here: the meaning of error codes (`request_error`), what follows from them
//! (`request_sender`, `interactions`).

use std::time::Duration;

use reqwest::{
    Response, StatusCode,
    header::{HeaderMap, RETRY_AFTER},
};
use serde::{Deserialize, de::DeserializeOwned};

use crate::{
    RequestError, RequestResult,
    reason::with_causes,
    request_error::{UNREADABLE, classify},
};

/// Waits where no `retry-after` is given: by Discord, and by a proxy in front of it.
const A_WHILE: Duration = Duration::from_secs(1);
const A_MINUTE: Duration = Duration::from_secs(60);
/// The longest `retry-after` that is believed.
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// What a rate limit covers;
/// <https://discord.com/developers/docs/topics/rate-limits#header-format-rate-limit-header-examples>.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RateLimitScope {
    /// Requests of one route and target.
    Bucket,
    /// The same, shared with other bots: it does not count as an invalid request of this one.
    Shared,
    /// All requests with the bot's token, of every process.
    Global,
    /// All requests from this IP address: a proxy in front of Discord answered, which knows neither
    /// bots nor routes.
    IpAddress,
}

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RequestRefusal {
    /// Rate limited, with the time to wait.
    RateLimited(RateLimitScope, Duration),
    /// Any other error.
    Failed {
        /// The error.
        failure: RequestError,
        /// Whether it counts towards the invalid request limit.
        counts: bool,
    },
}

impl RequestRefusal {
    /// Whether it counts towards the invalid request limit.
    pub(crate) fn counts(&self) -> bool {
        match self {
            Self::RateLimited(scope, _) => *scope != RateLimitScope::Shared,
            Self::Failed { counts, .. } => *counts,
        }
    }
}

impl From<RequestRefusal> for RequestError {
    fn from(refusal: RequestRefusal) -> Self {
        match refusal {
            RequestRefusal::RateLimited(_, wait) => Self::RateLimited(wait),
            RequestRefusal::Failed { failure, .. } => failure,
        }
    }
}

/// The JSON body of an error response.
#[derive(Deserialize)]
struct ErrorBody {
    #[serde(default)]
    code: isize,
    #[serde(default)]
    message: String,
    #[serde(default)]
    retry_after: Option<f64>,
    #[serde(default)]
    global: bool,
}

/// The response itself if it is a success, or why it is not.
pub(crate) async fn granted(response: Response) -> Result<Response, RequestRefusal> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let headers = response.headers().clone();
    let said = response.bytes().await.map_err(|error| failed(unsent(error)))?;
    Err(refusal(status, &headers, &said))
}

fn refusal(status: StatusCode, headers: &HeaderMap, said: &[u8]) -> RequestRefusal {
    // A page that is not JSON comes from a proxy in front of Discord.
    let complaint = serde_json::from_slice::<ErrorBody>(said).ok();
    if status == StatusCode::TOO_MANY_REQUESTS {
        let (scope, wait) = rate_limited(headers, complaint.as_ref());
        return RequestRefusal::RateLimited(scope, wait);
    }
    let (code, message) = complaint.map_or((UNREADABLE, String::new()), |said| (said.code, said.message));
    let counts = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
    RequestRefusal::Failed { failure: classify(status.as_u16(), code, &message), counts }
}

fn failed(failure: RequestError) -> RequestRefusal {
    RequestRefusal::Failed { failure, counts: false }
}

fn rate_limited(headers: &HeaderMap, complaint: Option<&ErrorBody>) -> (RateLimitScope, Duration) {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let header = text(RETRY_AFTER.as_str()).and_then(|seconds| seconds.parse().ok());
    let said = complaint.and_then(|complaint| complaint.retry_after);
    let is_global = text("x-ratelimit-global").is_some() || complaint.is_some_and(|said| said.global);
    let scope = match text("x-ratelimit-scope") {
        _ if is_global => RateLimitScope::Global,
        Some("global") => RateLimitScope::Global,
        Some("shared") => RateLimitScope::Shared,
        Some(_) => RateLimitScope::Bucket,
        None if said.is_some() || text("x-ratelimit-bucket").is_some() => RateLimitScope::Bucket,
        None => RateLimitScope::IpAddress,
    };
    let otherwise = if scope == RateLimitScope::IpAddress { A_MINUTE } else { A_WHILE };
    (scope, wait(said.or(header), otherwise))
}

/// The wait of `seconds`, or `otherwise` where that is missing or unusable.
fn wait(seconds: Option<f64>, otherwise: Duration) -> Duration {
    let seconds = seconds.filter(|seconds| *seconds >= 0.0).map(|seconds| seconds.min(A_DAY.as_secs_f64()));
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or(otherwise)
}

/// Reads the JSON body of a successful response.
pub(crate) async fn read<T: DeserializeOwned>(response: Response) -> RequestResult<T> {
    let said = response.bytes().await.map_err(unsent)?;
    // The request was carried out, but its result is unknown.
    serde_json::from_slice(&said).map_err(|error| RequestError::Transient(error.to_string()))
}

/// Drops the URL, which may contain an interaction token.
pub(crate) fn unsent(error: reqwest::Error) -> RequestError {
    let error = error.without_url();
    let reason = with_causes(&error);
    if error.is_builder() { RequestError::Rejected(reason) } else { RequestError::Transient(reason) }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;

    fn refused(status: u16, headers: &[(&'static str, &str)], said: &str) -> RequestRefusal {
        let headers = headers
            .iter()
            .map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value")));
        refusal(StatusCode::from_u16(status).expect("a status"), &headers.collect(), said.as_bytes())
    }

    #[test]
    fn whatever_is_said_can_be_waited_for() {
        for seconds in [0.0, 0.3, 4e9, 1e19, f64::MAX, f64::INFINITY, -1.0, f64::NAN] {
            let waited = wait(Some(seconds), A_WHILE);
            assert!(Instant::now().checked_add(waited).is_some() && waited <= A_DAY, "{seconds}: {waited:?}");
        }
        assert_eq!([wait(Some(0.5), A_WHILE), wait(None, A_WHILE)], [Duration::from_millis(500), A_WHILE]);
    }

    #[test]
    fn what_was_too_often_is_told_apart() {
        let (discord, page) = (r#"{"retry_after":2.5,"global":false}"#, "<html>error code: 1015</html>");
        let seconds = Duration::from_secs;
        for (headers, said, scope, wait) in [
            (
                &[("x-ratelimit-scope", "user")][..],
                discord,
                RateLimitScope::Bucket,
                Duration::from_millis(2500),
            ),
            (
                &[("x-ratelimit-scope", "shared")],
                discord,
                RateLimitScope::Shared,
                Duration::from_millis(2500),
            ),
            (
                &[("x-ratelimit-global", "true"), ("retry-after", "3")],
                "{}",
                RateLimitScope::Global,
                seconds(3),
            ),
            (&[("retry-after", "4")], r#"{"global":true}"#, RateLimitScope::Global, seconds(4)),
            (&[("retry-after", "3540")], page, RateLimitScope::IpAddress, seconds(3540)),
            (&[], r#"{"code":0,"message":"You are being blocked"}"#, RateLimitScope::IpAddress, A_MINUTE),
        ] {
            let refusal = refused(429, headers, said);
            assert_eq!(refusal, RequestRefusal::RateLimited(scope, wait), "{said}");
            assert_eq!(refusal.counts(), scope != RateLimitScope::Shared);
        }
    }

    #[test]
    fn what_is_no_answer_of_discord_is_not_final() {
        for (status, counts) in [(403, true), (404, false), (400, false), (401, true)] {
            let refusal = refused(status, &[], "<html>Access denied</html>");
            assert_eq!(refusal.counts(), counts, "{status}");
            assert!(RequestError::from(refusal).may_pass(), "{status}");
        }
    }
}
