//! Prints what the readers of a channel with different languages read, for transcripts: a public
//! message in each language, with its mentions, and a private one in its reader's. Not here: what
//! people do (`transcripts`).

use serde_json::json;

use crate::transcripts::{Player, person, show};

/// Shows what waits, to whoever reads it.
pub(crate) fn show_delivered(player: &mut Player) {
    loop {
        let found = player.program.ask(json!({"do": "outbox", "platform": "test", "limit": 1}));
        let key = &found["deliveries"][0]["key"];
        if key.is_null() {
            return;
        }
        let audience = &found["deliveries"][0]["message"]["audience"];
        for (name, language) in player.seats.clone() {
            let is_for_all = audience == "everybody";
            if !is_for_all && audience["person"] != person(&name)["id"] {
                continue;
            }
            let shown = json!({"do": "show", "key": key, "show": show(&language, "none")});
            let message = player.program.ask(shown)["delivery"]["message"].take();
            if is_for_all {
                player.show(&format!("all, {language}"), &message, None);
            } else {
                player.show(&format!("{name}, elsewhere"), &message, Some(&name));
            }
            let called = message["calls"].as_array().into_iter().flatten();
            let called: Vec<&str> = called.filter_map(|person| person["name"].as_str()).collect();
            if !called.is_empty() {
                player.written.text.extend(["    (calls ", &called.join(", "), ")\n"]);
            }
        }
        player.program.ask(json!({"do": "done", "key": key}));
    }
}
