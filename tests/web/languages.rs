//! Test of a new language in the web chat: the page, its texts and the choice of languages have it.

use hyper::Method;

use super::{support::Server, test_language};

#[tokio::test]
async fn the_page_speaks_a_language_that_is_only_handed_in() {
    let server = Server::speaking(test_language::beside_it("fi")).await;
    let mut browser = server.browser();
    let session = browser.open_session().await;
    let names: Vec<&str> = session["languages"]
        .as_array()
        .expect("languages")
        .iter()
        .filter_map(|language| language["name"].as_str())
        .collect();
    assert_eq!(names, ["English", "Deutsch", "Qish"]);
    let page = browser.send(Method::GET, "/", &[("accept-language", "fi-FI, de;q=0.5")], "").await;
    assert!(page.text().contains("<html lang=\"fi\" dir=\"rtl\">"), "{}", page.text());
    assert!(page.text().contains("«Play unusual chess"), "{}", page.text());
    // What it leaves out.
    assert!(page.text().contains(">This chat needs JavaScript"), "{}", page.text());
    let words = browser.get("/words/fi").await.json();
    assert_eq!((&words["direction"], &words["command-play"]), (&"rtl".into(), &"qplay".into()));
    server.stop().await;
}
