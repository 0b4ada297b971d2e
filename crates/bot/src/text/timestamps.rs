//! Writes timestamps in the words of a language: "in 2 days 3 h (Mon 4 Jan, 14:00 UTC)". Not here:
//! marks for platforms (`core::timestamp_marks`).

use jiff::{Timestamp, tz::TimeZone};

use super::Localizer;
use crate::core::{
    game::{DAY, MINUTE},
    timestamp_marks::marked,
};

/// From this distance on a moment is written with its year, in milliseconds.
const SAME_YEAR: u64 = 180 * DAY;

impl Localizer<'_> {
    /// A moment as seen from `now` (both in milliseconds since 1970), with a timestamp mark.
    /// Sentences put it after a colon, where both forms read well.
    pub fn instant(&self, at: u64, now: u64) -> String {
        marked(&self.instant_in_words(at, now), at)
    }

    /// The same without a mark: "in 2 days 3 h (Mon 4 Jan, 14:00 UTC)".
    pub fn instant_in_words(&self, at: u64, now: u64) -> String {
        let apart = at.abs_diff(now);
        let key = match (apart < MINUTE, at > now) {
            (true, _) => "instant-now",
            (false, true) => "instant-to-come",
            (false, false) => "instant-past",
        };
        let args =
            [("span", self.span_from_now(apart).into()), ("date", self.date(at, apart >= SAME_YEAR).into())];
        self.sentence(key, &args)
    }

    /// "Mon 4 Jan, 14:00 UTC"
    fn date(&self, at: u64, with_year: bool) -> String {
        let moment = i64::try_from(at).ok().and_then(|at| Timestamp::from_millisecond(at).ok());
        let moment = moment.unwrap_or_default().to_zoned(TimeZone::UTC);
        let nth = |key: &str, place: i8| {
            let names = self.fixed_sentence(key);
            let place = usize::try_from(place).unwrap_or_default();
            names.split(',').nth(place).unwrap_or_default().trim().to_owned()
        };
        let args = [
            ("weekday", nth("words-weekdays", moment.weekday().to_monday_zero_offset()).into()),
            ("day", moment.day().to_string().into()),
            ("month", nth("words-months", moment.month() - 1).into()),
            ("year", moment.year().to_string().into()),
            ("time", moment.strftime("%H:%M").to_string().into()),
        ];
        self.sentence(if with_year { "instant-date-with-year" } else { "instant-date" }, &args)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Language, Locales,
        core::{game::HOUR, timestamp_marks::in_words},
        text::Translations,
    };

    #[test]
    fn moments_are_said_from_now_on_and_in_utc() {
        let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        // Monday, 4 January 2027, 14:00 UTC.
        let at = 1_799_071_200_000;
        let table = [
            (
                at - 51 * HOUR,
                "in 2 days 3 h (Mon 4 Jan, 14:00 UTC)",
                "in 2 Tagen 3 h (Mo. 4. Januar, 14:00 UTC)",
            ),
            (
                at + 25 * HOUR,
                "1 day 1 h ago (Mon 4 Jan, 14:00 UTC)",
                "vor 1 Tag 1 h (Mo. 4. Januar, 14:00 UTC)",
            ),
            (at - MINUTE, "in 1 min (Mon 4 Jan, 14:00 UTC)", "in 1 min (Mo. 4. Januar, 14:00 UTC)"),
            (at + 59_999, "now (Mon 4 Jan, 14:00 UTC)", "jetzt (Mo. 4. Januar, 14:00 UTC)"),
            (
                at - 200 * DAY,
                "in 200 days (Mon 4 Jan 2027, 14:00 UTC)",
                "in 200 Tagen (Mo. 4. Januar 2027, 14:00 UTC)",
            ),
        ];
        for (now, english, german) in table {
            let said = |language| in_words(&Localizer::new(&wording, language).instant(at, now)).into_owned();
            assert_eq!(said(Language::EN), english);
            assert_eq!(said(Language::of("de")), german);
        }
        let speaker = Localizer::new(&wording, Language::EN);
        assert!(!speaker.instant(u64::MAX, 0).is_empty());
        for language in wording.languages() {
            for (key, count) in [("words-weekdays", 7), ("words-months", 12)] {
                let names = Localizer::new(&wording, language).fixed_sentence(key);
                assert_eq!(names.split(',').filter(|name| !name.trim().is_empty()).count(), count, "{key}");
            }
        }
    }
}
