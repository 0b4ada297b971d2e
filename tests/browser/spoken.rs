//! Tests of what a screen reader finds on the page, by Chromium's accessibility tree: every picture
//! has a description, and every control has a name, in both languages.

use serde_json::{Value, json};

use crate::{
    chromium::{Chromium, DESKTOP, DevTools, Look, PHONE},
    page::{Page, close},
    program::Bot,
};

/// Whatever can be pressed, typed into or chosen from, and what people jump to.
const NAMED: [&str; 14] = [
    "button",
    "link",
    "textbox",
    "combobox",
    "ComboBoxSelect",
    "listbox",
    "option",
    "checkbox",
    "dialog",
    "navigation",
    "log",
    "heading",
    "image",
    "group",
];

/// Signs that are drawn for the eye alone.
const SIGNS: [char; 8] = ['#', '→', '←', '↓', '✓', '×', '·', '{'];

impl Page {
    /// Roles and names as a screen reader gets them.
    async fn tree(&self) -> Vec<(String, String)> {
        let ask = json!({ "cmd": "Accessibility.getFullAXTree", "params": {} });
        let tree = self.client.issue_cmd(DevTools(ask)).await.unwrap();
        let nodes = tree["nodes"].as_array().unwrap_or_else(|| panic!("{tree}"));
        let text =
            |node: &Value, key: &str| node[key]["value"].as_str().unwrap_or_default().trim().to_owned();
        nodes
            .iter()
            .filter(|node| node["ignored"] != json!(true))
            .map(|node| (text(node, "role"), text(node, "name")))
            .collect()
    }

    /// Everything has a name, and no name is made of signs.
    async fn check_names(&self, at: &str) {
        let tree = self.tree().await;
        assert!(tree.len() > 20, "{at}: {tree:?}");
        for (role, name) in tree.iter().filter(|(role, _)| NAMED.contains(&role.as_str())) {
            assert!(!name.is_empty(), "{at}: a {role} without a name among {tree:#?}");
            assert!(!name.contains(SIGNS), "{at}: {role} {name}");
        }
        // Behind an open dialog nothing is read.
        let described = "document.querySelector('dialog[open]') ? [] : \
            [...document.querySelectorAll('img.board')].map((image) => image.alt)";
        let described = self.ask(described).await;
        for alt in described.as_array().unwrap() {
            let alt = alt.as_str().unwrap();
            assert!(tree.iter().any(|(role, name)| role == "image" && name == alt), "{at}: {alt}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_has_a_name_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path());
    let chromium = Chromium::start().await;
    let german = Look { language: "de", ..PHONE };
    let anna = Page::enter(&chromium, DESKTOP, &bot.host, "Anna").await;
    let bert = Page::enter(&chromium, german, &bot.host, "Bert").await;
    for (page, at) in [(&anna, "the empty page"), (&bert, "the empty page in German")] {
        page.check_names(at).await;
    }
    anna.say("/play Bert grand white").await;
    bert.press("Annehmen").await;
    anna.message("notice", "The game begins").await;
    anna.say("/move").await;
    anna.css(".menu select").await;
    bert.say("/brett text").await;
    bert.say("/figur nachtreiter").await;
    bert.say("/spielen").await;
    for (page, at) in [(&anna, "a game"), (&bert, "a game in German")] {
        page.css("article.private").await;
        page.check_names(at).await;
        page.css("#open-settings").await.click().await.unwrap();
        page.css("#settings[open]").await;
        page.check_names(at).await;
    }
    close([anna, bert]).await;
}
