//! The page, its files and its words, in the language the browser asks for. Not here: anything that depends on who asks.

use std::{collections::HashMap, sync::Arc};

use adoube_bot::{Language, Locales, PersonId, TranslationError};
use axum::{
    extract::{Path, State},
    http::{
        HeaderMap, HeaderValue, StatusCode,
        header::{ACCEPT_LANGUAGE, CONTENT_LANGUAGE, IF_NONE_MATCH, VARY},
    },
    response::{IntoResponse, Redirect, Response},
};

use crate::{
    WebState,
    http::{
        assets,
        page_texts::{PageTexts, PageTranslations},
        routes::well_known::NO_INDEX,
    },
    identity::cookie::BrowserSeat,
    media::compressed_text::CompressedText,
    site_url::BasePath,
};

/// The most of an unknown channel's name that is said back.
const NAMED_CHARS: usize = 32;

/// What is prepared once per language.
#[derive(Debug)]
struct PreparedPage {
    page: CompressedText,
    words: CompressedText,
}

/// The page and its words in every language.
#[derive(Debug)]
pub(crate) struct Pages {
    languages: HashMap<Language, PreparedPage>,
    files: HashMap<&'static str, (&'static str, CompressedText)>,
}

/// The pages cannot be made from what is in the program.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PagesError {
    /// The words.
    #[error(transparent)]
    Words(#[from] TranslationError),
    /// The words as JSON.
    #[error("the words of the page: {0}")]
    Form(#[from] serde_json::Error),
}

impl Pages {
    /// Prepares them; the page calls commands by the names that `commands` gives for a language, in the same order for
    /// every language.
    pub(crate) fn prepare(
        locales: &Locales,
        base: &BasePath,
        commands: impl Fn(Language) -> Vec<String>,
    ) -> Result<Self, PagesError> {
        let keys = commands(Language::default());
        let named = |language| {
            keys.iter().zip(commands(language)).map(|(key, name)| (format!("command-{key}"), name))
        };
        let words = PageTranslations::new(locales)?;
        let prepared = locales.languages().map(|language| {
            let prepared = PreparedPage::new(words.of(language), base, language, named(language))?;
            Ok((language, prepared))
        });
        let files =
            assets::all().map(|file| (file.name, (file.media_type, CompressedText::new(file.sent_text()))));
        Ok(Self { languages: prepared.collect::<Result<_, PagesError>>()?, files: files.collect() })
    }
}

impl PreparedPage {
    fn new(
        mut words: PageTexts,
        base: &BasePath,
        language: Language,
        commands: impl Iterator<Item = (String, String)>,
    ) -> Result<Self, PagesError> {
        let page = assets::page(base, |place| match place {
            "lang" => Some(language.tag().to_owned()),
            // Needed again when another language is chosen.
            "direction" => words.get("direction").cloned(),
            // What only the page itself says is not sent again with the words.
            key => words.remove(key),
        });
        words.extend(commands);
        let words = serde_json::to_string(&words)?;
        Ok(Self { page: CompressedText::new(page), words: CompressedText::new(words) })
    }
}

/// The page. It is the same for everybody and for every channel.
pub(crate) async fn page(State(chat): State<Arc<WebState>>, headers: HeaderMap) -> Response {
    let language = language_of(chat.service.locales(), &headers);
    let Some(prepared) = chat.pages.languages.get(&language) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut answer = prepared.page.answer(&headers, "text/html; charset=utf-8");
    let about = [
        (CONTENT_LANGUAGE, HeaderValue::from_str(language.tag())),
        (VARY, Ok(HeaderValue::from_static("accept-language, accept-encoding"))),
    ];
    // A language's tag is one of ours, which are all plain letters.
    answer.headers_mut().extend(about.into_iter().filter_map(|(name, value)| Some((name, value.ok()?))));
    answer
}

/// The page at an address that search engines shall not list.
pub(crate) async fn private_page(state: State<Arc<WebState>>, headers: HeaderMap) -> Response {
    ([NO_INDEX], page(state, headers).await).into_response()
}

/// The page at the address of a channel; an unknown channel leads to the lobby, where the page says so.
pub(crate) async fn channel_page(
    State(chat): State<Arc<WebState>>,
    Path(channel): Path<String>,
    headers: HeaderMap,
) -> Response {
    // A browser that comes from another site sends no cookie: then the lobby's page goes on to a room that lets it in.
    let browser = chat.identity.browser(&headers);
    let list = chat.channels.list();
    let nobody = PersonId(String::new());
    let mut people =
        BrowserSeat::all().filter_map(|seat| browser.as_ref().map(|browser| browser.person(seat)));
    if list.lets_in(&channel, &nobody) || people.any(|person| list.lets_in(&channel, &person)) {
        return private_page(State(chat), headers).await;
    }
    Redirect::to(&chat.base.address(&lobby_instead_of(&channel))).into_response()
}

fn lobby_instead_of(channel: &str) -> String {
    let named: String = channel.chars().take(NAMED_CHARS).collect();
    named.bytes().fold("/?gone=".to_owned(), |address, byte| format!("{address}%{byte:02X}"))
}

/// A file of the page, by its address.
pub(crate) async fn asset(
    State(chat): State<Arc<WebState>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    file(&chat, &name, &headers)
}

/// A file of the page.
pub(crate) fn file(chat: &WebState, name: &str, headers: &HeaderMap) -> Response {
    match chat.pages.files.get(name) {
        Some((media_type, file)) => file.answer(headers, media_type),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The words of a language.
pub(crate) async fn words_of(
    State(chat): State<Arc<WebState>>,
    Path(tag): Path<String>,
    headers: HeaderMap,
) -> Response {
    let language = chat.service.locales().find(&tag);
    match language.and_then(|language| chat.pages.languages.get(&language)) {
        Some(prepared) => prepared.words.answer(&headers, "application/json"),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Whether the browser says that it has what this tag stands for.
pub(crate) fn has_current(headers: &HeaderMap, tag: &str) -> bool {
    let asked = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
    asked.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)
}

/// The best language for a browser's requests.
pub(crate) fn language_of(locales: &Locales, headers: &HeaderMap) -> Language {
    let header = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    preferred(locales, header.unwrap_or_default())
}

/// The best language for an `Accept-Language` header (RFC 9110, 12.5.4).
fn preferred(locales: &Locales, header: &str) -> Language {
    let mut wished: Vec<(f32, Language)> =
        header.split(',').take(32).filter_map(|text| wish(locales, text)).collect();
    // The sort is stable: of equal wishes the first one counts.
    wished.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    wished.first().map(|(_, language)| *language).unwrap_or_default()
}

fn wish(locales: &Locales, text: &str) -> Option<(f32, Language)> {
    let (tag, weight) = text.split_once(';').unwrap_or((text, "q=1"));
    let weight: f32 = weight.trim().strip_prefix("q=")?.parse().ok()?;
    let language = locales.find(tag)?;
    (weight > 0.0).then_some((weight, language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_wished_language_we_have_is_taken() {
        let cases = [
            ("", "en"),
            ("de", "de"),
            ("de-AT,de;q=0.9,en;q=0.8", "de"),
            ("en;q=0.5,de;q=0.8", "de"),
            ("fr,de;q=0.3", "de"),
            ("fr,it", "en"),
            ("de;q=0,en;q=0.1", "en"),
            ("de;q=NaN,en", "en"),
            (";;;,,q=,de;q=x", "en"),
        ];
        let locales = Locales::embedded();
        for (header, expected) in cases {
            assert_eq!(preferred(&locales, header).tag(), expected, "{header:?}");
        }
    }

    #[test]
    fn a_browser_with_the_current_copy_gets_no_second_one() {
        let mut headers = HeaderMap::new();
        assert!(!has_current(&headers, "\"a\""));
        headers.insert(IF_NONE_MATCH, "\"b\", W/\"a\"".parse().unwrap());
        assert!(has_current(&headers, "\"a\""));
        assert!(!has_current(&headers, "\"c\""));
    }

    #[test]
    fn whoever_looks_for_an_unknown_channel_is_told_its_name_in_the_lobby() {
        assert_eq!(lobby_instead_of("no/thing&x"), "/?gone=%6E%6F%2F%74%68%69%6E%67%26%78");
        assert_eq!(lobby_instead_of(&"ä".repeat(99)).len(), "/?gone=".len() + 6 * NAMED_CHARS);
    }

    #[test]
    fn every_place_of_the_page_is_filled() {
        let play = |language: Language| vec![format!("play-{}", language.tag())];
        let pages = Pages::prepare(&Locales::embedded(), &BasePath::default(), play).unwrap();
        for (language, prepared) in pages.languages {
            let (page, words) = (prepared.page.text(), prepared.words.text());
            assert!(!page.contains("{{"), "{page}");
            let command = format!("\"command-play-en\":\"play-{}\"", language.tag());
            assert!(words.contains(&command), "{words}");
        }
    }
}
