//! Presents a hint to the player who asked: the move, its effects, the evaluation and the
//! continuation. Not here: the search (`handler`).

use adoube_render::Mark;
use adoube_rules::{Move, Side};

use crate::{
    Block, ControlRow, Message, Viewer,
    core::{
        command::BoardButton,
        notice::{HintNotice, HintOutlook},
    },
    text::{
        Localizer,
        board::{board_state, move_description, picture},
        buttons::board_button,
        message::ButtonStyle,
    },
};

/// The hint with its board, and a button that plays the move.
pub(crate) fn message(speaker: Localizer<'_>, hint: &HintNotice, viewer: &Viewer) -> Message {
    let args = [
        ("san", speaker.notation(&hint.made.san).into()),
        ("words", move_description::last_move(speaker, &hint.made).into()),
    ];
    let mut text = speaker.sentence("hint-move", &args);
    if hint.keeps_cards {
        text.push(' ');
        text.push_str(&speaker.fixed_sentence("hint-keeps-cards"));
    }
    let mut reasons = vec![outlook(speaker, hint.outlook)];
    reasons.extend(line(speaker, hint));
    let picture = board_state::position(&hint.board).map(|position| {
        picture::picture(speaker, &hint.board, &position, board_state::side(&hint.board, viewer), |scene| {
            scene.with_marks(Mark::Picked, [hint.made.from]).with_marks(Mark::Target, [hint.made.to])
        })
    });
    Message {
        blocks: vec![
            Block::Text(text),
            Block::Text(reasons.join(" ")),
            Block::Text(speaker.fixed_sentence("hint-recorded")),
        ],
        picture,
        rows: vec![ControlRow::Buttons(vec![play(speaker, hint)])],
        ..Message::default()
    }
}

fn play(speaker: Localizer<'_>, hint: &HintNotice) -> crate::Button {
    let made = &hint.made;
    let plain = Move::new(made.from, made.to);
    let chosen = made.promoted.map_or(plain, |kind| plain.promoting_to(kind));
    let target =
        if hint.keeps_cards { BoardButton::Pass(chosen) } else { BoardButton::Play(chosen, made.drop) };
    let label = speaker.sentence("button-play-hint", &[("san", speaker.notation(&made.san).into())]);
    board_button(&hint.board.game, hint.board.revision, target, label, ButtonStyle::Primary)
}

fn outlook(speaker: Localizer<'_>, outlook: HintOutlook) -> String {
    let counted = |key: &str, moves: u32| speaker.sentence(key, &[("moves", moves.into())]);
    match outlook {
        HintOutlook::Mates(1) => speaker.fixed_sentence("hint-mates-now"),
        HintOutlook::Mates(moves) => counted("hint-mates", moves),
        HintOutlook::IsMated(moves) => counted("hint-is-mated", moves),
        HintOutlook::Winning => speaker.fixed_sentence("hint-winning"),
        HintOutlook::Better => speaker.fixed_sentence("hint-better"),
        HintOutlook::Even => speaker.fixed_sentence("hint-even"),
        HintOutlook::Worse => speaker.fixed_sentence("hint-worse"),
        HintOutlook::Losing => speaker.fixed_sentence("hint-losing"),
    }
}

/// "It may go on like this: 12… Nf6 13. Bb5 a6."
fn line(speaker: Localizer<'_>, hint: &HintNotice) -> Option<String> {
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
    (!words.is_empty()).then(|| speaker.sentence("hint-line", &[("line", words.join(" ").into())]))
}
