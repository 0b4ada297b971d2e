//! Parses the address of a database as the operator writes it (URL or key-value words): splits off
//! the TLS options that tokio-postgres does not know. Not here: their meaning (`tls`).

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::error::StoreError;

/// The schemes of a URL.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];
/// An example of an address, for error messages.
const EXAMPLE: &str = "it is not a postgres:// address, such as postgres://user:password@host/database";

/// An address in its two parts.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DatabaseAddress {
    /// For the client of the protocol.
    pub(super) plain: String,
    pub(super) tls: TlsOptions,
}

/// The TLS options of an address, not interpreted.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct TlsOptions {
    pub(super) mode: Option<String>,
    pub(super) root: Option<String>,
    pub(super) certificate: Option<String>,
    pub(super) key: Option<String>,
}

impl DatabaseAddress {
    /// Reads a URL, or words such as `host=db dbname=chess`.
    ///
    /// # Errors
    /// It is neither; the error does not repeat it, as there may be a password in it.
    pub(super) fn read(address: &str) -> Result<Self, StoreError> {
        let address = address.trim();
        if let Some(scheme) = SCHEMES.into_iter().find(|scheme| address.starts_with(scheme)) {
            return Self::of_url(scheme, &address[scheme.len()..]);
        }
        if let Some((scheme, _)) = address.split_once("://") {
            let is_scheme = |letter: char| letter.is_ascii_alphanumeric() || "+-.:".contains(letter);
            // Anything else before it may be a part of a password.
            let detail = match scheme {
                "" => EXAMPLE.to_owned(),
                scheme if scheme.len() < 24 && scheme.chars().all(is_scheme) => {
                    format!("it begins with {scheme}://; {EXAMPLE}")
                }
                _ => EXAMPLE.to_owned(),
            };
            return Err(wrong(detail));
        }
        if !address.contains('=') {
            return Err(wrong(EXAMPLE));
        }
        Self::of_words(address)
    }

    fn of_url(scheme: &str, rest: &str) -> Result<Self, StoreError> {
        // A password may have a question mark in it.
        let host = rest.find('@').map_or(0, |at| at + 1);
        let Some(question) = rest[host..].find('?').map(|at| host + at) else {
            return Ok(Self { plain: format!("{scheme}{rest}"), tls: TlsOptions::default() });
        };
        let (front, query) = (&rest[..question], &rest[question + 1..]);
        let mut tls = TlsOptions::default();
        let mut kept = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value: Cow<'_, str> = percent_decode_str(value)
                .decode_utf8()
                .map_err(|_| wrong(format!("the value of {key} is not text")))?;
            if !tls.take(key, &value) {
                kept.push(pair);
            }
        }
        let query = if kept.is_empty() { String::new() } else { format!("?{}", kept.join("&")) };
        Ok(Self { plain: format!("{scheme}{front}{query}"), tls })
    }

    fn of_words(words: &str) -> Result<Self, StoreError> {
        let mut tls = TlsOptions::default();
        let mut plain = Vec::new();
        let mut letters = words.chars().peekable();
        loop {
            while letters.next_if(|letter| letter.is_whitespace()).is_some() {}
            let mut key = String::new();
            while let Some(letter) = letters.next_if(|letter| *letter != '=' && !letter.is_whitespace()) {
                key.push(letter);
            }
            while letters.next_if(|letter| letter.is_whitespace()).is_some() {}
            if key.is_empty() && letters.peek().is_none() {
                break;
            }
            if letters.next() != Some('=') {
                return Err(wrong(EXAMPLE));
            }
            while letters.next_if(|letter| letter.is_whitespace()).is_some() {}
            let value = value(&mut letters)?;
            if !tls.take(&key, &value) {
                plain.push(format!("{key}='{}'", value.replace('\\', "\\\\").replace('\'', "\\'")));
            }
        }
        Ok(Self { plain: plain.join(" "), tls })
    }
}

/// A value, in quotation marks or up to the next space; a backslash takes the next letter as it is.
fn value(letters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<String, StoreError> {
    let is_quoted = letters.next_if_eq(&'\'').is_some();
    let mut value = String::new();
    loop {
        match letters.next_if(|letter| is_quoted || !letter.is_whitespace()) {
            Some('\\') => value.extend(letters.next()),
            Some('\'') if is_quoted => return Ok(value),
            Some(letter) => value.push(letter),
            None if is_quoted => return Err(wrong("a quotation mark is not closed")),
            None => return Ok(value),
        }
    }
}

impl TlsOptions {
    /// Takes an option that is one of these; whether it is.
    fn take(&mut self, key: &str, value: &str) -> bool {
        let place = match key {
            "sslmode" => &mut self.mode,
            "sslrootcert" => &mut self.root,
            "sslcert" => &mut self.certificate,
            "sslkey" => &mut self.key,
            _ => return false,
        };
        *place = Some(value.to_owned()).filter(|value| !value.is_empty());
        true
    }
}

fn wrong(detail: impl Into<String>) -> StoreError {
    StoreError::Address { detail: detail.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_tls_are_taken_out_of_both_forms() {
        let cases = [
            (
                "postgres://a:b?c@h/d?sslmode=require&connect_timeout=3",
                "postgres://a:b?c@h/d?connect_timeout=3",
            ),
            ("postgres://h/d?sslmode=require", "postgres://h/d"),
            ("postgresql://h/d", "postgresql://h/d"),
            (" postgres://h/d\n", "postgres://h/d"),
            ("host=h  dbname = 'it''s' sslmode=require", ""),
            (r"host=h password='a\'b\\c d' sslmode = require", r"host='h' password='a\'b\\c d'"),
            ("host=/run/postgresql dbname=d", "host='/run/postgresql' dbname='d'"),
        ];
        for (address, plain) in cases {
            match DatabaseAddress::read(address) {
                Ok(read) => assert_eq!(read.plain, plain, "{address}"),
                Err(_) => assert_eq!(plain, "", "{address}"),
            }
        }
        let read =
            DatabaseAddress::read("postgres://h/d?sslrootcert=%2Fa%20b.pem&sslcert=c&sslkey=k&sslmode=")
                .expect("one");
        let text = |text: &str| Some(text.to_owned());
        let tls = TlsOptions { mode: None, root: text("/a b.pem"), certificate: text("c"), key: text("k") };
        assert_eq!(read.tls, tls);
    }

    #[test]
    fn an_address_of_something_else_is_named_as_such() {
        let words = |address: &str| DatabaseAddress::read(address).expect_err("none").to_string();
        for scheme in ["mysql", "sqlite", "http", "jdbc:postgresql", "postgresql+asyncpg", "POSTGRES"] {
            let said = words(&format!("{scheme}://a:tops3cret@h/d"));
            assert!(
                said.contains(&format!("{scheme}://")) && said.contains("not a postgres:// address"),
                "{said}"
            );
            assert!(!said.contains("tops3cret"), "{said}");
        }
        for address in ["", "tops3cret", "postgres", "/var/lib/adoube", "://", "tops3cret@a b://c", "h/d"] {
            let said = words(address);
            assert!(
                said.contains("not a postgres:// address") && !said.contains("tops3cret"),
                "{address}: {said}"
            );
        }
    }
}
