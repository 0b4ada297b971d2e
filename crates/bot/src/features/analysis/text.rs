//! Presents an analysis as a message: the graph of a game with alt text, the moves that mattered
//! most with better ones, and the annotated record. Not here: the analysis (`handler`).

use adoube_render::{Chart, ChartMark, Scene};
use adoube_rules::Side;

use crate::{
    AltText, Attachment, Block, Message, Picture,
    core::{
        game::{GameVerdict, PlyAnalysis, RoughVerdict},
        notice::{AnalysisNotice, AnalysisProgressNotice},
    },
    text::{Localizer, board::move_description},
};

/// Plies for which the evaluation must stay changed before the text mentions it.
const STEADY: usize = 3;

/// The progress of an analysis.
pub(crate) fn progress(speaker: Localizer<'_>, notice: &AnalysisProgressNotice) -> Message {
    let percent = notice.done * 100 / notice.plies.max(1);
    let args = [("game", notice.game.to_string().into()), ("percent", percent.into())];
    Message::from_text(speaker.sentence("analysis-progress", &args))
}

/// The result of an analysis.
pub(crate) fn message(speaker: Localizer<'_>, notice: &AnalysisNotice) -> Message {
    let told = AnalysisText { speaker, notice };
    let name = |side| speaker.seat(notice.seats.of(side));
    let title = [
        ("white", name(Side::White).into()),
        ("black", name(Side::Black).into()),
        ("variant", speaker.variant(notice.variant).into()),
        ("game", notice.game.to_string().into()),
    ];
    let title = speaker.sentence("board-title", &title);
    let mut blocks = vec![Block::Text(speaker.sentence("analysis-title", &[("title", title.into())]))];
    let ending = notice.ending.as_ref();
    blocks.extend(ending.map(|ending| Block::Text(move_description::ending(speaker, ending, &notice.seats))));
    let moments = told.moments();
    if moments.is_empty() {
        blocks.push(Block::Text(speaker.fixed_sentence("analysis-no-moments")));
    } else {
        blocks.push(Block::Text(speaker.fixed_sentence("analysis-moments")));
        blocks.push(Block::List(moments));
    }
    if notice.variant.has_cards() {
        blocks.push(Block::Text(speaker.fixed_sentence("analysis-cards")));
    }
    let file = format!("adoube-{}-analysis.pgn", notice.game);
    blocks.push(Block::Text(speaker.sentence("analysis-file", &[("name", file.as_str().into())])));
    Message {
        blocks,
        picture: Some(told.picture()),
        attachment: Some(Attachment {
            name: file,
            media_type: "application/x-chess-pgn".to_owned(),
            text: notice.pgn.clone(),
        }),
        ..Message::default()
    }
}

struct AnalysisText<'a> {
    speaker: Localizer<'a>,
    notice: &'a AnalysisNotice,
}

impl AnalysisText<'_> {
    /// "1. 14… Qxe4 (Bob): before it Black is better (−1.2), after it White is winning (+4.0).
    /// Better was Nf6."
    fn moments(&self) -> Vec<String> {
        let analysis = &self.notice.analysis;
        let places = analysis.moments().into_iter().enumerate();
        places
            .filter_map(|(number, place)| self.moment(number + 1, place, analysis.plies.get(place)?))
            .collect()
    }

    fn moment(&self, number: usize, place: usize, ply: &PlyAnalysis) -> Option<String> {
        let args = [
            ("number", number.into()),
            ("move", self.move_at(place).into()),
            ("name", self.speaker.seat(self.notice.seats.of(ply.by)).into()),
            ("before", self.verdict(ply.could).into()),
            ("after", self.verdict(ply.did).into()),
            ("better", self.speaker.notation(ply.better.first()?).into()),
        ];
        Some(self.speaker.sentence("analysis-moment", &args))
    }

    /// "14… Qxe4"
    fn move_at(&self, place: usize) -> String {
        let plies = &self.notice.analysis.plies;
        let Some(ply) = plies.get(place) else { return String::new() };
        let dots = if ply.by == Side::White { "." } else { "…" };
        format!("{}{dots} {}", self.number(place), self.speaker.notation(&ply.san))
    }

    /// The number of the move of a ply.
    fn number(&self, place: usize) -> u32 {
        let late = usize::from(self.notice.first_side == Side::Black);
        self.notice.first_number + usize::midpoint(place, late) as u32
    }

    /// "Black is better (−1.2)"
    fn verdict(&self, verdict: GameVerdict) -> String {
        match verdict {
            GameVerdict::Mates(side, moves) => {
                let args = [("side", self.speaker.side(side).into()), ("moves", moves.into())];
                self.speaker.sentence(if moves == 0 { "verdict-mated" } else { "verdict-mates" }, &args)
            }
            GameVerdict::Pawns(hundredths) => {
                let sign = if hundredths < 0 { "−" } else { "+" };
                let pawns = hundredths.unsigned_abs();
                let point = self.speaker.fixed_sentence("decimal-point");
                let number = format!("{sign}{}{point}{}", pawns / 100, pawns % 100 / 10);
                let args =
                    [("standing", self.standing(verdict.standing()).into()), ("number", number.into())];
                self.speaker.sentence("verdict-pawns", &args)
            }
        }
    }

    /// "White is winning"
    fn standing(&self, standing: RoughVerdict) -> String {
        let said = |key: &str, side| self.speaker.sentence(key, &[("side", self.speaker.side(side).into())]);
        match standing {
            RoughVerdict::Even => self.speaker.fixed_sentence("standing-even"),
            RoughVerdict::Better(side) => said("standing-better", side),
            RoughVerdict::Winning(side) => said("standing-winning", side),
        }
    }

    fn picture(&self) -> Picture {
        let AnalysisNotice { analysis, first_number, first_side, seats, .. } = self.notice;
        let marks = analysis.moments().into_iter().zip(1..).filter_map(|(place, number)| {
            let by = analysis.plies.get(place)?.by;
            Some(ChartMark { ply: u32::try_from(place).ok()? + 1, number, by })
        });
        let called = |side| {
            let args = [
                ("name", self.speaker.seat(seats.of(side)).into()),
                ("side", self.speaker.side(side).into()),
            ];
            self.speaker.sentence("analysis-name", &args)
        };
        let chart = Chart {
            chances: analysis.verdicts().map(GameVerdict::chance).collect(),
            first_number: *first_number,
            first_side: *first_side,
            marks: marks.collect(),
            white: called(Side::White),
            black: called(Side::Black),
        };
        Picture { scene: Scene::chart(chart), alt: self.alt() }
    }

    /// "The course of the game as a graph. At first nobody is better. From move 12 White is better.
    /// …"
    fn alt(&self) -> AltText {
        let mut words = AltText::default();
        words.extend([self.speaker.fixed_sentence("analysis-alt")]);
        for (place, standing) in self.course() {
            let how = self.standing(standing);
            words.extend([match place {
                None => self.speaker.sentence("analysis-at-first", &[("standing", how.into())]),
                Some(place) => {
                    let args = [("number", self.number(place).into()), ("standing", how.into())];
                    self.speaker.sentence("analysis-from", &args)
                }
            }]);
        }
        let ending = self.notice.ending.as_ref();
        words.extend(ending.map(|ending| move_description::ending(self.speaker, ending, &self.notice.seats)));
        let marked: Vec<String> =
            self.notice.analysis.moments().into_iter().map(|place| self.move_at(place)).collect();
        if !marked.is_empty() {
            let args = [("moves", self.speaker.list(&marked).into())];
            words.extend([self.speaker.sentence("analysis-marked", &args)]);
        }
        words
    }

    /// The evaluation at the start and the plies at which it changed; short changes are left out.
    fn course(&self) -> Vec<(Option<usize>, RoughVerdict)> {
        let standings: Vec<RoughVerdict> =
            self.notice.analysis.verdicts().map(GameVerdict::standing).collect();
        let mut course = Vec::new();
        let mut now = None;
        for (place, standing) in standings.iter().enumerate() {
            let after = standings.iter().skip(place).take(STEADY);
            let is_steady = place + STEADY > standings.len() || after.clone().all(|next| next == standing);
            if Some(*standing) != now && (is_steady || now.is_none()) {
                now = Some(*standing);
                course.push((place.checked_sub(1), *standing));
            }
        }
        course
    }
}

#[cfg(test)]
mod tests {
    use adoube_rules::Variant;

    use super::*;
    use crate::{
        Language, Locales, Person, PersonId,
        core::game::{GameAnalysis, GameId, Seats},
        text::Translations,
    };

    #[test]
    fn how_far_it_is_is_told_in_hundredths() {
        let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let speaker = Localizer::new(&wording, Language::EN);
        let Some(game) = GameId::parse("k7f2mq") else { panic!("an id") };
        for (done, plies, percent) in
            [(0, 0, "0"), (0, 80, "0"), (20, 80, "25"), (79, 80, "98"), (80, 80, "100")]
        {
            let notice = AnalysisProgressNotice { game: game.clone(), done, plies };
            let blocks = progress(speaker, &notice).blocks;
            let [Block::Text(text)] = blocks.as_slice() else { panic!("{blocks:?}") };
            assert!(text.contains(&format!(" {percent}")), "{done} of {plies}: {text}");
        }
    }

    /// A game that begins with Black's twelfth move: each move with its best and its actual
    /// evaluation.
    fn notice(plies: &[(&str, i32, i32, &str)]) -> AnalysisNotice {
        let person = |name: &str| Person { id: PersonId(name.to_owned()), name: name.to_owned() };
        let ply = |(place, (san, could, did, better)): (usize, &(&str, i32, i32, &str))| PlyAnalysis {
            by: if place % 2 == 0 { Side::Black } else { Side::White },
            san: (*san).to_owned(),
            could: GameVerdict::Pawns(*could),
            better: better.split_whitespace().map(str::to_owned).collect(),
            did: GameVerdict::Pawns(*did),
        };
        AnalysisNotice {
            game: GameId::parse("k7f2mq").unwrap_or_else(|| panic!("an id")),
            variant: Variant::Chess,
            seats: Seats { white: person("Ada").into(), black: person("Bob").into() },
            ending: None,
            first_number: 12,
            first_side: Side::Black,
            analysis: Box::new(GameAnalysis {
                start: GameVerdict::default(),
                plies: plies.iter().enumerate().map(ply).collect(),
            }),
            pgn: String::new(),
        }
    }

    #[test]
    fn moments_are_told_by_their_numbers_and_with_their_signs() {
        let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let notice = notice(&[("Nf6", -30, 252, "e5"), ("Qh5", 252, 0, "Bb5 a6")]);
        let told = AnalysisText { speaker: Localizer::new(&wording, Language::EN), notice: &notice };
        assert_eq!(
            told.moments(),
            [
                "12… Nf6 (Bob), marked 1. Before it: nobody is better (−0.3). \
                 After it: White is better (+2.5). Better was e5.",
                "13. Qh5 (Ada), marked 2. Before it: White is better (+2.5). \
                 After it: nobody is better (+0.0). Better was Bb5.",
            ]
        );
    }

    #[test]
    fn what_changed_back_soon_is_left_out_of_the_course_of_a_game() {
        let wording = Translations::new(&Locales::embedded()).unwrap_or_else(|error| panic!("{error}"));
        let course = |verdicts: &[i32]| {
            let plies: Vec<_> = verdicts.iter().map(|verdict| ("e4", *verdict, *verdict, "")).collect();
            let notice = notice(&plies);
            let told = AnalysisText { speaker: Localizer::new(&wording, Language::EN), notice: &notice };
            told.alt().to_string()
        };
        for (verdicts, said) in [
            (&[0, 0, 0][..], ""),
            (&[0, 200, 200, 200, 0, 0], " From move 13: White is better. From move 14: nobody is better."),
            (&[0, 200, 200, 0, 0, 0], ""),
            (&[0, 0, 200, 0, 0, 0], ""),
            (&[0, 0, 0, 200, 0, 0], ""),
            // The final evaluation is told even after few plies.
            (&[0, 0, 0, 0, 0, -200], " From move 15: Black is better."),
            (&[0, 0, 0, 200, 200, -900, -900], " From move 15: Black is winning."),
        ] {
            let whole = format!("The course of the game as a graph. At first: nobody is better.{said}");
            assert_eq!(course(verdicts), whole, "{verdicts:?}");
        }
    }
}
