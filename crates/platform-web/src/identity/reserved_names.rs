//! Decides which names nobody can take: names of the bot, names that sound like an operator, and
//! keywords of commands.

use std::collections::BTreeSet;

use adoube_bot::looks;

/// Words for the bot, for operators and moderators, for seats, and for groups of people.
const WORDS: [&str; 75] = [
    "adoube",
    "adoubebot",
    "bot",
    "chessbot",
    "schachbot",
    "referee",
    "arbiter",
    "schiri",
    "schiedsrichter",
    "schiedsrichterin",
    "admin",
    "admins",
    "administrator",
    "administratorin",
    "administration",
    "mod",
    "mods",
    "moderator",
    "moderatorin",
    "moderation",
    "operator",
    "owner",
    "root",
    "sysop",
    "staff",
    "team",
    "support",
    "helpdesk",
    "system",
    "server",
    "service",
    "betreiber",
    "betreiberin",
    "leitung",
    "official",
    "offiziell",
    "white",
    "black",
    "weiß",
    "schwarz",
    "player",
    "players",
    "spieler",
    "spielerin",
    "opponent",
    "gegner",
    "gegnerin",
    "computer",
    "anyone",
    "anybody",
    "someone",
    "somebody",
    "everyone",
    "everybody",
    "nobody",
    "noone",
    "all",
    "here",
    "channel",
    "lobby",
    "me",
    "myself",
    "you",
    "alle",
    "jeder",
    "jede",
    "jemand",
    "niemand",
    "irgendwer",
    "irgendjemand",
    "ich",
    "mich",
    "unknown",
    "unbekannt",
    "anonymous",
];

/// All reserved names, in their look-alike forms.
#[derive(Debug)]
pub(crate) struct ReservedNames(BTreeSet<String>);

impl ReservedNames {
    /// The words above, and keywords that commands accept in place of a name.
    pub(crate) fn new<'a>(understood: impl IntoIterator<Item = &'a str>) -> Self {
        Self(WORDS.into_iter().chain(understood).flat_map(|word| looks(&letters(word))).collect())
    }

    /// Whether a name is reserved, also with dots and dashes in it.
    pub(crate) fn contains(&self, name: &str) -> bool {
        !looks(&letters(name)).is_disjoint(&self.0)
    }
}

fn letters(name: &str) -> String {
    name.chars().filter(|character| !matches!(character, '-' | '_' | '.')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_passes_for_the_bot_or_for_those_who_run_it() {
        let reserved = ReservedNames::new(["touch-move"]);
        for name in [
            "adoube",
            "Adoube",
            "ADOUBE",
            "аdоubе",
            "ad-oube",
            "adoube.",
            "Admin",
            "ADMIN",
            "аdmin",
            "adrnin",
            "Mod.",
            "moderator",
            "System",
            "White",
            "WEISS",
            "Weiß",
            "schwarz",
            "anyone",
            "Alle",
            "me",
            "touchmove",
            "Touch-Move",
        ] {
            assert!(reserved.contains(name), "{name}");
        }
        for name in [
            "Anna",
            "Adubi",
            "Whitney",
            "Blackburne",
            "Weissmann",
            "Mo",
            "Alla",
            "Ольга",
            "小林",
            "Botvinnik",
        ] {
            assert!(!reserved.contains(name), "{name}");
        }
    }
}
