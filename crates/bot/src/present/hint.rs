//! A good move, for the player who asked: what it is, what it does, how the game stands then, and what may follow. Not here:
//! how it was found (`flow`).

use adoube_render::Mark;
use adoube_rules::{Move, Side};

use super::{button, moves_in_words, view};
use crate::{
    Block, Message, Row, Viewer,
    command::Target,
    message::ButtonStyle,
    notice::{HintNotice, Outlook},
    wording::Speaker,
};

/// The move with its board, and a button that plays it.
pub(super) fn message(speaker: Speaker<'_>, hint: &HintNotice, viewer: &Viewer) -> Message {
    let args = [
        ("san", speaker.notation(&hint.made.san).into()),
        ("words", moves_in_words::last_move(speaker, &hint.made).into()),
    ];
    let mut text = speaker.say("hint-move", &args);
    if hint.keeps_cards {
        text.push(' ');
        text.push_str(&speaker.plain("hint-keeps-cards"));
    }
    let mut reasons = vec![outlook(speaker, hint.outlook)];
    reasons.extend(line(speaker, hint));
    let picture = view::position(&hint.board).map(|position| {
        view::picture(speaker, &hint.board, &position, view::side(&hint.board, viewer), |scene| {
            scene.with_marks(Mark::Picked, [hint.made.from]).with_marks(Mark::Target, [hint.made.to])
        })
    });
    Message {
        blocks: vec![
            Block::Text(text),
            Block::Text(reasons.join(" ")),
            Block::Text(speaker.plain("hint-recorded")),
        ],
        picture,
        rows: vec![Row::Buttons(vec![play(speaker, hint)])],
        ..Message::default()
    }
}

fn play(speaker: Speaker<'_>, hint: &HintNotice) -> crate::Button {
    let made = &hint.made;
    let plain = Move::new(made.from, made.to);
    let chosen = made.promoted.map_or(plain, |kind| plain.promoting_to(kind));
    let target = if hint.keeps_cards { Target::Pass(chosen) } else { Target::Play(chosen, made.drop) };
    let label = speaker.say("button-play-hint", &[("san", speaker.notation(&made.san).into())]);
    button(&hint.board.game, hint.board.revision, target, label, ButtonStyle::Primary)
}

fn outlook(speaker: Speaker<'_>, outlook: Outlook) -> String {
    let counted = |key: &str, moves: u32| speaker.say(key, &[("moves", moves.into())]);
    match outlook {
        Outlook::Mates(1) => speaker.plain("hint-mates-now"),
        Outlook::Mates(moves) => counted("hint-mates", moves),
        Outlook::IsMated(moves) => counted("hint-is-mated", moves),
        Outlook::Winning => speaker.plain("hint-winning"),
        Outlook::Better => speaker.plain("hint-better"),
        Outlook::Even => speaker.plain("hint-even"),
        Outlook::Worse => speaker.plain("hint-worse"),
        Outlook::Losing => speaker.plain("hint-losing"),
    }
}

/// "It may go on like this: 12… Nf6 13. Bb5 a6."
fn line(speaker: Speaker<'_>, hint: &HintNotice) -> Option<String> {
    let (mut number, mut side) = (hint.made.number, hint.made.piece.side);
    let mut words = Vec::new();
    for (place, san) in hint.line.iter().enumerate() {
        number += u32::from(side == Side::Black);
        side = side.other();
        match side {
            Side::White => words.push(format!("{number}.")),
            Side::Black if place == 0 => words.push(format!("{number}…")),
            Side::Black => {}
        }
        words.push(speaker.notation(san));
    }
    (!words.is_empty()).then(|| speaker.say("hint-line", &[("line", words.join(" ").into())]))
}
