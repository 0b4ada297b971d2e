//! Parses the public address of the page (`web.url`), with scheme, host, and the base path below
//! which all of its addresses lie, and builds addresses from it.
//!
//! All addresses that leave the program begin with the base path. A request is answered with and
//! without it, so a proxy may strip the path or leave it, and the page works at the program's own
//! port as well.

use axum::{
    Router,
    extract::Request,
    http::uri::{PathAndQuery, Uri},
    middleware,
};
use serde::{Deserialize, Serialize};
use url::{Host, Url};

/// First path segments of the program's own addresses, which a base path must not begin with.
const OWN_PATHS: [&str; 18] = [
    "art",
    "assets",
    "book",
    "c",
    "channels",
    "game",
    "games",
    "healthz",
    "invite",
    "invites",
    "person",
    "ready",
    "session",
    "socket",
    "start",
    "words",
    "robots.txt",
    "favicon.ico",
];
/// Own paths that only game ids follow, so a base path with a second segment is not ambiguous.
const ID_PATHS: [&str; 2] = ["game", "games"];

/// `web.url`: an `http` or `https` address with a host, perhaps a port, and perhaps a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SiteUrl {
    is_https: bool,
    /// As in the `Host` header, in lower case and without a port.
    host: String,
    /// As in the `Origin` header.
    origin: String,
    base: BasePath,
}

/// Why a text is not valid for `web.url`.
#[derive(Debug, thiserror::Error)]
pub enum SiteUrlError {
    /// The text is not the address of a page.
    #[error("{0:?} is no address such as \"https://play.example.org/chess/\"")]
    NoAddress(String),
    /// The address has a part that a page's address cannot have.
    #[error("{0:?} has a user, a query or a fragment; only a host, a port and a path can be given")]
    TooMuch(String),
    /// The path has characters that would have to be escaped.
    #[error("the path of {0:?} has other characters than letters, digits and - . _ ~")]
    Characters(String),
    /// The path begins like the program's own addresses.
    #[error(
        "the path of {0:?} begins like addresses of the web chat itself; choose another one, such as /chess/"
    )]
    OwnPath(String),
}

impl TryFrom<String> for SiteUrl {
    type Error = SiteUrlError;

    fn try_from(text: String) -> Result<Self, SiteUrlError> {
        let no_address = || SiteUrlError::NoAddress(text.clone());
        // Without "//" the parser would take a path for the host.
        let has_authority = text.trim().split_once(':').is_some_and(|(_, rest)| rest.starts_with("//"));
        let url = Url::parse(&text).ok().filter(|_| has_authority).ok_or_else(no_address)?;
        let is_https = match url.scheme() {
            "https" => true,
            "http" => false,
            _ => return Err(no_address()),
        };
        let host = match url.host() {
            // Browsers treat a name with a final dot as another host than the one without it.
            Some(Host::Domain(name)) if !name.ends_with('.') => name.to_owned(),
            Some(Host::Ipv4(address)) => address.to_string(),
            Some(Host::Ipv6(address)) => format!("[{address}]"),
            _ => return Err(no_address()),
        };
        let has_user = !url.username().is_empty() || url.password().is_some();
        if has_user || url.query().is_some() || url.fragment().is_some() {
            return Err(SiteUrlError::TooMuch(text));
        }
        let origin = url.origin().ascii_serialization();
        let base = BasePath::of_url(url.path(), &text)?;
        Ok(Self { is_https, host, origin, base })
    }
}

impl From<SiteUrl> for String {
    fn from(url: SiteUrl) -> Self {
        format!("{}{}/", url.origin, url.base.as_str())
    }
}

impl SiteUrl {
    /// Whether people reach the page by HTTPS.
    pub(crate) fn is_https(&self) -> bool {
        self.is_https
    }

    /// The host, without a port.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// Whether an `Origin` header is the page's.
    pub(crate) fn is_origin(&self, origin: &str) -> bool {
        origin.eq_ignore_ascii_case(&self.origin)
    }

    /// The base path of the page's addresses.
    pub(crate) fn base(&self) -> &BasePath {
        &self.base
    }
}

/// The path below which the page's addresses lie: empty, or for example `/chess`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BasePath(String);

impl BasePath {
    fn of_url(path: &str, url: &str) -> Result<Self, SiteUrlError> {
        let path = path.trim_end_matches('/');
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        let is_plain = |part: &&str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "-._~".contains(c))
        };
        if !parts.iter().all(is_plain) {
            return Err(SiteUrlError::Characters(url.to_owned()));
        }
        let is_own = match parts.as_slice() {
            [] => false,
            [first] => OWN_PATHS.contains(first),
            [first, ..] => OWN_PATHS.contains(first) && !ID_PATHS.contains(first),
        };
        if is_own { Err(SiteUrlError::OwnPath(url.to_owned())) } else { Ok(Self(path.to_owned())) }
    }

    /// The address of a path, which begins with `/`.
    pub(crate) fn address(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    /// The path of the cookie.
    pub(crate) fn of_cookies(&self) -> &str {
        if self.0.is_empty() { "/" } else { &self.0 }
    }

    /// The prefix of each path.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The path below the base path, if a proxy did not strip it; `None` for other paths.
    fn strip<'p>(&self, path: &'p str) -> Option<&'p str> {
        let rest = path.strip_prefix(&self.0).filter(|_| !self.0.is_empty())?;
        (rest.is_empty() || rest.starts_with(['/', '?'])).then_some(rest)
    }

    /// Answers requests below the base path as well as those without it.
    pub(crate) fn answer_below(self, app: Router) -> Router {
        if self.0.is_empty() {
            return app;
        }
        // A layer of the router itself would run after the route was chosen.
        let strip = middleware::map_request(move |mut request: Request| {
            let base = self.clone();
            async move {
                if let Some(uri) = base.stripped(request.uri()) {
                    *request.uri_mut() = uri;
                }
                request
            }
        });
        Router::new().fallback_service(app).layer(strip)
    }

    fn stripped(&self, uri: &Uri) -> Option<Uri> {
        let rest = self.strip(uri.path_and_query()?.as_str())?;
        let slash = if rest.starts_with('/') { "" } else { "/" };
        let mut parts = uri.clone().into_parts();
        parts.path_and_query = Some(PathAndQuery::try_from(format!("{slash}{rest}")).ok()?);
        Uri::from_parts(parts).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Result<SiteUrl, SiteUrlError> {
        SiteUrl::try_from(text.to_owned())
    }

    #[test]
    fn an_address_is_taken_apart() {
        let cases = [
            (
                "https://play.example.org/chess/",
                true,
                "play.example.org",
                "https://play.example.org",
                "/chess",
            ),
            (
                "https://play.example.org/chess",
                true,
                "play.example.org",
                "https://play.example.org",
                "/chess",
            ),
            ("https://Play.Example.org", true, "play.example.org", "https://play.example.org", ""),
            ("http://play.example.org:8080/", false, "play.example.org", "http://play.example.org:8080", ""),
            (
                "https://play.example.org:443/a/b/",
                true,
                "play.example.org",
                "https://play.example.org",
                "/a/b",
            ),
            ("https://[::1]:8443/x", true, "[::1]", "https://[::1]:8443", "/x"),
            ("https://schäch.example/", true, "xn--schch-ira.example", "https://xn--schch-ira.example", ""),
            ("https://example.org/games/chess", true, "example.org", "https://example.org", "/games/chess"),
        ];
        for (text, is_https, host, origin, base) in cases {
            let site = url(text).unwrap();
            assert_eq!(
                (site.is_https(), site.host(), site.base().as_str()),
                (is_https, host, base),
                "{text}"
            );
            assert!(site.is_origin(origin) && !site.is_origin("https://evil.example"), "{text}");
        }
    }

    #[test]
    fn what_is_no_address_of_a_page_is_refused_by_name() {
        for text in [
            "",
            "play.example.org",
            "play.example.org/chess",
            "localhost:8424",
            "/chess/",
            "https:/play.example.org/",
            "https://",
            "ftp://play.example.org/",
            "https://ada:secret@play.example.org/",
            "https://play.example.org/?a=b",
            "https://play.example.org/#a",
            "https://play.example.org/a b/",
            "https://play.example.org/a;b/",
            "https://play.example.org/a//b/",
            "https://play.example.org/c/",
            "https://play.example.org/book/chess/",
            "https://play.example.org/game/",
        ] {
            let error = url(text).unwrap_err().to_string();
            assert!(error.contains(&format!("{text:?}")), "{text}: {error}");
        }
    }

    #[test]
    fn a_path_below_the_base_stands_for_what_follows_it() {
        let site = url("https://play.example.org/chess/").unwrap();
        let cases = [
            ("/chess", Some("/")),
            ("/chess/", Some("/")),
            ("/chess?gone=x", Some("/?gone=x")),
            ("/chess/c/lobby?seat=1", Some("/c/lobby?seat=1")),
            ("/chess/chess/", Some("/chess/")),
            ("/chessboard", None),
            ("/", None),
            ("/c/chess", None),
            ("/Chess/", None),
        ];
        for (path, expected) in cases {
            let stripped = site.base().stripped(&path.parse().unwrap());
            assert_eq!(stripped.as_ref().map(ToString::to_string).as_deref(), expected, "{path}");
        }
        assert_eq!(BasePath::default().stripped(&"/chess/".parse().unwrap()), None);
    }
}
