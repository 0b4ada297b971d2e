//! Settings of Matrix, the `[matrix]` section of the configuration: account, limits, and which
//! users may invite or use the bot. Not here: reading the file (`config`).

use std::time::Duration;

use adoube_bot::{Language, ThreadPolicy};
use adoube_platform::{rate_limit::BucketRate, secret::Secret, setting_words};
use serde::{Deserialize, Serialize};

/// The `[matrix]` section of the configuration. Without a homeserver and an account, the platform
/// is off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MatrixSettings {
    /// URL of the homeserver, `https://matrix.example.org`, or its name, `example.org`. Default:
    /// the server of the account.
    pub homeserver: String,
    /// The bot's account: `@chess:example.org`, or `chess`.
    pub user: String,
    /// Password of the account, for the first login.
    pub password: Option<Secret>,
    /// Access token of an existing session, in place of a password.
    pub access_token: Option<Secret>,
    /// Device of that session.
    pub device_id: Option<String>,
    /// Recovery key that restores the account's keys if the bot's own folder is lost.
    pub recovery_key: Option<Secret>,
    /// Passphrase that encrypts the bot's own folder.
    pub passphrase: Option<Secret>,
    /// Prefix of commands.
    pub prefix: String,
    /// Users who may invite the bot; everybody if empty.
    pub allow: Vec<UserPattern>,
    /// Users who may neither invite nor use the bot; overrides `allow`.
    pub deny: Vec<UserPattern>,
    /// Rooms in which words and pictures are separate messages, because a client or bridge shows
    /// pictures without captions.
    pub captions_apart: Vec<String>,
    /// Display name of the bot.
    pub display_name: String,
    /// Name of the bot's device.
    pub device_name: String,
    /// URL of a page about the bot, shown by a login in a browser. Default: that of the web
    /// chat.
    pub about: Option<String>,
    /// Language of rooms and people without a known language.
    #[serde(deserialize_with = "setting_words::language", serialize_with = "setting_words::write_language")]
    pub language: Language,
    /// When a game gets its own thread.
    #[serde(deserialize_with = "setting_words::threads")]
    pub threads: ThreadPolicy,
    /// Burst that the homeserver accepts after a rest, for each of the following limits.
    pub at_once: u32,
    /// Messages the homeserver accepts in a minute; 0 for no limit, as in the following settings.
    pub messages_per_minute: u32,
    /// Events the bot sends to one room in any minute, so that moderation bots do not treat them as
    /// flooding; 0 for no limit.
    pub room_messages_per_minute: u32,
    /// Rooms the homeserver creates for the account in an hour.
    pub rooms_per_hour: u32,
    /// Joins the homeserver accepts in a minute.
    pub joins_per_minute: u32,
    /// Invitations the bot accepts in an hour, requests to join included; 0 for no limit, as in the
    /// following settings.
    pub invitations_per_hour: u32,
    /// Invitations the bot accepts from one person in an hour.
    pub invitations_per_hour_each: u32,
    /// Most people in an encrypted room the bot stays in: each message there is encrypted for all
    /// of their devices.
    pub max_people_encrypted: u32,
}

impl Default for MatrixSettings {
    fn default() -> Self {
        Self {
            homeserver: String::new(),
            user: String::new(),
            password: None,
            access_token: None,
            device_id: None,
            recovery_key: None,
            passphrase: None,
            prefix: "!chess".to_owned(),
            allow: Vec::new(),
            deny: Vec::new(),
            captions_apart: Vec::new(),
            display_name: "adoube".to_owned(),
            device_name: "adoube".to_owned(),
            about: None,
            language: Language::default(),
            threads: ThreadPolicy::default(),
            // Defaults of Synapse.
            at_once: 10,
            messages_per_minute: 12,
            room_messages_per_minute: 8,
            rooms_per_hour: 57,
            joins_per_minute: 6,
            invitations_per_hour: 60,
            invitations_per_hour_each: 6,
            max_people_encrypted: 1000,
        }
    }
}

/// Settings that a login requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixAccount {
    /// URL or name of the homeserver.
    pub homeserver: String,
    /// The bot's account.
    pub user: String,
    /// Passphrase that encrypts the bot's own folder.
    pub passphrase: Secret,
}

/// Error in the Matrix settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatrixSettingsError {
    /// The homeserver is missing.
    #[error(
        "Matrix needs a homeserver: set matrix.user to the whole id, such as \"@adoube:example.org\", or matrix.homeserver, \
         such as \"https://matrix.example.org\""
    )]
    NoHomeserver,
    /// The account is missing.
    #[error("Matrix needs an account: set matrix.user, such as \"@adoube:example.org\"")]
    NoUser,
    /// The passphrase is missing, so the key store would be unencrypted.
    #[error(
        "Matrix needs a passphrase for its keys: set ADOUBE_MATRIX__PASSPHRASE to a long random text, and keep it"
    )]
    NoPassphrase,
    /// The prefix is not one word that begins with a sign.
    #[error("matrix.prefix is one word that begins with a sign, such as \"!chess\", not {0:?}")]
    Prefix(String),
    /// The address of the page is not a URL.
    #[error(
        "matrix.about is the address of a page about the bot, such as \"https://example.org/chess\", not {0:?}"
    )]
    About(String),
    /// The limit for one person exceeds the limit for all.
    #[error(
        "matrix.invitations_per_hour_each ({each}) is more than matrix.invitations_per_hour ({all}): raise the second, or set it \
         to 0 for no limit"
    )]
    Invitations {
        /// Limit for one person.
        each: u32,
        /// Limit for all.
        all: u32,
    },
}

impl MatrixSettings {
    /// Whether the platform is configured.
    pub fn is_wanted(&self) -> bool {
        !self.user.trim().is_empty() || !self.homeserver.trim().is_empty()
    }

    /// Checks the settings, and returns those that a login requires.
    ///
    /// # Errors
    ///
    /// A required setting is missing or a setting is invalid; the error says what to write.
    pub fn account(&self) -> Result<MatrixAccount, MatrixSettingsError> {
        let user = self.user.trim().to_owned();
        if user.is_empty() {
            return Err(MatrixSettingsError::NoUser);
        }
        let named = Some(self.homeserver.trim()).filter(|homeserver| !homeserver.is_empty());
        let of_user = user.strip_prefix('@').and_then(|id| id.split_once(':')).map(|(_, server)| server);
        let homeserver = named.or(of_user).ok_or(MatrixSettingsError::NoHomeserver)?.to_owned();
        let passphrase = self.passphrase.clone().filter(|passphrase| !passphrase.expose().is_empty());
        let passphrase = passphrase.ok_or(MatrixSettingsError::NoPassphrase)?;
        let sign =
            self.prefix.chars().next().is_some_and(|first| first.is_ascii_punctuation() && first != '/');
        if !sign || self.prefix.chars().count() < 2 || self.prefix.contains(char::is_whitespace) {
            return Err(MatrixSettingsError::Prefix(self.prefix.clone()));
        }
        if let Some(about) = self.about.as_ref().filter(|about| !about.trim().is_empty())
            && !["https://", "http://"].into_iter().any(|scheme| about.starts_with(scheme))
        {
            return Err(MatrixSettingsError::About(about.clone()));
        }
        let (each, all) = (self.invitations_per_hour_each, self.invitations_per_hour);
        if all > 0 && each > all {
            return Err(MatrixSettingsError::Invitations { each, all });
        }
        Ok(MatrixAccount { homeserver, user, passphrase })
    }

    /// Rate of messages.
    pub(crate) fn messages(&self) -> BucketRate {
        self.pace(self.messages_per_minute, Duration::from_secs(60))
    }

    /// Rate of room creation.
    pub(crate) fn rooms(&self) -> BucketRate {
        self.pace(self.rooms_per_hour, Duration::from_secs(60 * 60))
    }

    /// Rate of joins.
    pub(crate) fn joins(&self) -> BucketRate {
        self.pace(self.joins_per_minute, Duration::from_secs(60))
    }

    fn pace(&self, count: u32, time: Duration) -> BucketRate {
        BucketRate { burst: self.at_once.max(1), refill: time.checked_div(count).unwrap_or_default() }
    }

    /// Whether a user may invite the bot.
    pub(crate) fn may_invite(&self, user: &str) -> bool {
        self.may_use(user) && (self.allow.is_empty() || is_among(&self.allow, user))
    }

    /// Whether the bot reads a user.
    pub(crate) fn may_use(&self, user: &str) -> bool {
        !is_among(&self.deny, user)
    }
}

/// Pattern of users: a user id (`@ada:example.org`) or a server (`example.org`); `*` matches any
/// text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UserPattern(pub String);

impl UserPattern {
    fn fits(&self, user: &str) -> bool {
        let pattern = self.0.trim().to_lowercase();
        let user = user.to_lowercase();
        if pattern.starts_with('@') {
            return fits(&pattern, &user);
        }
        user.split_once(':').is_some_and(|(_, server)| fits(&pattern, server))
    }
}

fn is_among(patterns: &[UserPattern], user: &str) -> bool {
    patterns.iter().any(|pattern| pattern.fits(user))
}

/// Whether a text matches a pattern, in which `*` matches any text.
fn fits(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        match text.split_once(part) {
            Some((_, behind)) => text = behind,
            None => return false,
        }
    }
    text.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_name_users_and_servers() {
        for (pattern, user, fits) in [
            ("@ada:example.org", "@ada:example.org", true),
            ("@ada:example.org", "@Ada:Example.org", true),
            ("@ada:example.org", "@adam:example.org", false),
            ("example.org", "@ada:example.org", true),
            ("example.org", "@ada:evil.example.org", false),
            ("example.org", "@example.org:evil.net", false),
            ("*.example.org", "@ada:chat.example.org", true),
            ("*.example.org", "@ada:example.org", false),
            ("@*:example.org", "@ada:example.org", true),
            ("@bot*:*", "@bot7:x.y", true),
            ("@bot*:*", "@robot:x.y", false),
            ("*", "@ada:example.org", true),
            ("a*b*c", "@x:aXXbYYc", true),
            ("a*a", "@x:a", false),
            ("", "@ada:example.org", false),
        ] {
            assert_eq!(UserPattern(pattern.to_owned()).fits(user), fits, "{pattern} {user}");
        }
    }

    #[test]
    fn whoever_is_denied_may_not_invite() {
        let patterns = |texts: &[&str]| texts.iter().map(|text| UserPattern((*text).to_owned())).collect();
        let settings = MatrixSettings {
            allow: patterns(&["example.org", "@bob:other.net"]),
            deny: patterns(&["@spam*:*"]),
            ..MatrixSettings::default()
        };
        for (user, may) in [
            ("@ada:example.org", true),
            ("@bob:other.net", true),
            ("@eve:other.net", false),
            ("@spammer:example.org", false),
        ] {
            assert_eq!(settings.may_invite(user), may, "{user}");
        }
        assert!(MatrixSettings::default().may_invite("@eve:other.net"), "everybody, when nobody is named");
    }

    #[test]
    fn what_is_missing_is_named() {
        let good = MatrixSettings {
            homeserver: "https://example.org".to_owned(),
            user: "@adoube:example.org".to_owned(),
            passphrase: Some("long".to_owned().into()),
            ..MatrixSettings::default()
        };
        assert_eq!(good.account().map(|account| account.homeserver).as_deref(), Ok("https://example.org"));
        let none = MatrixSettings { homeserver: " ".to_owned(), ..good.clone() };
        assert_eq!(none.account().map(|account| account.homeserver).as_deref(), Ok("example.org"));
        let nowhere = MatrixSettings { user: "adoube".to_owned(), ..none };
        assert_eq!(nowhere.account(), Err(MatrixSettingsError::NoHomeserver));
        let nobody = MatrixSettings { user: " ".to_owned(), ..good.clone() };
        assert_eq!(nobody.account(), Err(MatrixSettingsError::NoUser));
        let open = MatrixSettings { passphrase: Some(String::new().into()), ..good.clone() };
        assert_eq!(open.account(), Err(MatrixSettingsError::NoPassphrase));
        for prefix in ["", "!", "chess", "/chess", "! chess"] {
            let odd = MatrixSettings { prefix: prefix.to_owned(), ..good.clone() };
            assert_eq!(odd.account(), Err(MatrixSettingsError::Prefix(prefix.to_owned())));
        }
        for (about, is_usable) in [("https://example.org/chess", true), ("", true), ("example.org", false)] {
            let odd = MatrixSettings { about: Some(about.to_owned()), ..good.clone() };
            assert_eq!(odd.account().is_ok(), is_usable, "{about}");
        }
        for (each, all, is_usable) in [(6, 5, false), (5, 5, true), (6, 0, true), (0, 5, true)] {
            let limited =
                MatrixSettings { invitations_per_hour_each: each, invitations_per_hour: all, ..good.clone() };
            assert_eq!(limited.account().is_ok(), is_usable, "{each} of {all}");
        }
    }

    #[test]
    fn the_pace_is_what_synapse_allows_unless_somebody_says_otherwise() {
        let settings = MatrixSettings::default();
        let millis = |pace: BucketRate| (pace.burst, pace.refill.as_millis());
        assert_eq!(millis(settings.messages()), (10, 5000));
        assert_eq!(millis(settings.joins()), (10, 10_000));
        // At most 0.016 a second.
        assert_eq!(millis(settings.rooms()), (10, 63_157));
        let lifted = MatrixSettings { messages_per_minute: 0, at_once: 0, ..settings };
        assert_eq!(lifted.messages(), BucketRate { burst: 1, refill: Duration::ZERO });
    }

    #[test]
    fn secrets_are_not_printed() {
        let secret = || Some(Secret::from("hunter2".to_owned()));
        let settings = MatrixSettings {
            password: secret(),
            access_token: secret(),
            recovery_key: secret(),
            passphrase: secret(),
            ..MatrixSettings::default()
        };
        assert!(!format!("{settings:?} {settings:#?}").contains("hunter2"));
    }
}
