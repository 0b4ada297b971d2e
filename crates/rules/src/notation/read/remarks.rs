//! Splits a typed text into the move and the remarks around it: move number, quotes and Markdown,
//! annotation marks, smileys, a draw offer.
//!
//! They are removed before the grammar sees the text. Not here: check marks and "e.p.", which the grammar reads.

use super::folding::{Glyph, LetterCase};
use crate::notation::vocabulary::figurine;

/// Digits of a move number before the move.
const MAX_NUMBER_DIGITS: usize = 4;

/// Smileys that no part of a move looks like.
const SMILEYS: [&str; 10] = [":-)", ":)", ";-)", ";)", ":-(", ":(", ":]", "^^", "<3", "\\o/"];

/// Smileys with letters or signs of moves: they count behind a space only.
const SPACED_SMILEYS: [&str; 10] = [" :d", " :-d", " :p", " :-p", " ;d", " ;p", " :o", " :3", " xd", " =)"];

/// A typed move number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number.
    pub number: u16,
    /// Whether more than one dot follows it, as before a move of Black.
    pub is_black: bool,
}

/// What a typed text says beside its move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// The number in front of the move.
    pub number: Option<MoveNumber>,
    /// Whether question marks alone end the text: `Nf3?` may ask about a move, `Nf3!?` judges it.
    pub is_question: bool,
    /// Whether an equals sign behind the move offers a draw: `e4=`, `e4 (=)`.
    pub offers_draw: bool,
    /// Whether the text may be an everyday word: `oo`, or two files such as `ed`.
    pub is_word: bool,
}

/// The remarks of a text.
pub fn remarks(text: &str) -> Remarks {
    split(&super::folding::fold(text)).1
}

/// Splits a text into its move and its remarks.
pub(super) fn split(text: &[Glyph]) -> (&[Glyph], Remarks) {
    let mut remarks = Remarks::default();
    let text = after_ornaments(text);
    let (number, text) = after_number(text);
    let text = before_marks(after_ornaments(text), &mut remarks);
    remarks.number = number;
    remarks.is_word = is_word(text);
    (text, remarks)
}

/// Whether a character only decorates: quotes and brackets, Markdown, emoji.
fn is_ornament(c: char) -> bool {
    match c {
        ' ' | '"' | '\'' | '`' | '*' | '_' | '|' | '[' | ']' => true,
        '†' | '‡' => false,
        _ => !c.is_ascii() && !c.is_alphanumeric() && figurine(c).is_none(),
    }
}

fn after_ornaments(mut text: &[Glyph]) -> &[Glyph] {
    while let [first, rest @ ..] = text
        && (is_ornament(first.folded) || first.folded == '(')
    {
        text = rest;
    }
    text
}

/// Reads `12.`, `12...`, `...`, or nothing.
fn after_number(text: &[Glyph]) -> (Option<MoveNumber>, &[Glyph]) {
    let count =
        |text: &[Glyph], is: fn(char) -> bool| text.iter().take_while(|glyph| is(glyph.folded)).count();
    let digits = count(text, |c| c.is_ascii_digit());
    let Some((number, rest)) = text.split_at_checked(digits) else { return (None, text) };
    let dots = count(rest, |c| c == '.');
    if digits > MAX_NUMBER_DIGITS || dots == 0 {
        return (None, text);
    }
    let number = number.iter().map(|glyph| glyph.folded).collect::<String>().parse().ok();
    let number = number.map(|number| MoveNumber { number, is_black: dots > 1 });
    (number, rest.get(dots..).unwrap_or_default())
}

/// Removes the marks behind the move and records their meaning.
fn before_marks<'t>(mut text: &'t [Glyph], remarks: &mut Remarks) -> &'t [Glyph] {
    let (mut asks, mut exclaims) = (false, false);
    loop {
        let draw = if remarks.offers_draw { 0 } else { draw_sign(text) };
        let taken = match (smiley(text), draw) {
            (taken, _) if taken > 0 => taken,
            (_, taken) if taken > 0 => {
                remarks.offers_draw = true;
                taken
            }
            _ => {
                let Some(last) = text.last().map(|glyph| glyph.folded) else { break };
                let closes_nothing = last == ')' && opened(text) < 0;
                if !(is_ornament(last) || closes_nothing || matches!(last, '!' | '?' | ',' | ';' | '.')) {
                    break;
                }
                asks |= last == '?';
                exclaims |= last == '!';
                1
            }
        };
        text = text.get(..text.len() - taken).unwrap_or_default();
    }
    remarks.is_question = asks && !exclaims;
    text
}

/// The number of brackets that are open at the end.
fn opened(text: &[Glyph]) -> i32 {
    let depth = |glyph: &Glyph| match glyph.folded {
        '(' => 1,
        ')' => -1,
        _ => 0,
    };
    text.iter().map(depth).sum()
}

/// The length of the smiley at the end.
fn smiley(text: &[Glyph]) -> usize {
    let all = SMILEYS.iter().chain(&SPACED_SMILEYS);
    all.filter(|smiley| ends_with(text, smiley)).map(|smiley| smiley.len()).max().unwrap_or_default()
}

/// The length of the draw offer at the end.
fn draw_sign(text: &[Glyph]) -> usize {
    ["(=)", "="].into_iter().find(|sign| ends_with(text, sign)).map_or(0, str::len)
}

/// Whether the text has an ending, which is ASCII.
fn ends_with(text: &[Glyph], end: &str) -> bool {
    let last = text.len().checked_sub(end.len()).and_then(|start| text.get(start..));
    last.is_some_and(|last| last.iter().map(|glyph| glyph.folded).eq(end.chars()))
}

/// Whether the text is two neighbouring files, as in the Pawn capture `ed`.
pub(super) fn is_two_files(text: &[Glyph]) -> bool {
    let [from, to] = text else { return false };
    let file = |glyph: &Glyph| ('a'..='j').contains(&glyph.folded).then_some(glyph.folded as i32);
    file(from).zip(file(to)).is_some_and(|(from, to)| (from - to).abs() == 1)
}

/// Whether the text may be an everyday word. Rings in capitals or digits are castling; two capitals
/// are piece letters.
fn is_word(text: &[Glyph]) -> bool {
    let are_rings = text.len() > 1 && text.iter().all(|glyph| glyph.folded == 'o');
    (is_two_files(text) || are_rings) && text.iter().any(|glyph| glyph.case == LetterCase::Lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read::folding::fold;

    fn core(text: &str) -> String {
        split(&fold(text)).0.iter().map(|glyph| glyph.folded).collect()
    }

    #[test]
    fn a_move_is_taken_out_of_what_surrounds_it() {
        let table = [
            ("`Nxe5`", "nxe5"),
            ("```Nxe5```", "nxe5"),
            ("**Nxe5**", "nxe5"),
            ("_Nxe5_", "nxe5"),
            ("***Nxe5***!", "nxe5"),
            ("||Nxe5||", "nxe5"),
            ("“O-O”", "o-o"),
            ("„O-O“", "o-o"),
            ("»O-O«", "o-o"),
            ("‹O-O›", "o-o"),
            ("'O-O'", "o-o"),
            ("‘O-O’,", "o-o"),
            ("\"O-O\"", "o-o"),
            ("「O-O」", "o-o"),
            ("(e4)", "e4"),
            ("[e4]", "e4"),
            ("(e4!?)", "e4"),
            ("e4,", "e4"),
            ("e4;", "e4"),
            ("e4…", "e4"),
            ("e4🙂", "e4"),
            ("e4 👍🏽", "e4"),
            ("🔥 e4 🔥", "e4"),
            ("e4 :)", "e4"),
            ("e4 ;-)", "e4"),
            ("e4:)", "e4"),
            ("e4 :D", "e4"),
            ("e4 xD", "e4"),
            ("e4 ^^", "e4"),
            ("e8=D", "e8=d"),
            ("e8(Q)", "e8(q)"),
            ("e8=(Q)!", "e8=(q)"),
            ("e5xd6 (e.p.)", "e5xd6 (e.p.)"),
            ("ed5:", "ed5:"),
            ("9. **exd6**", "exd6"),
            ("**9. exd6**", "exd6"),
            ("1.e4", "e4"),
            ("12... Nf6", "nf6"),
            ("…Nf6", "nf6"),
            ("99999. e4", "99999. e4"),
            ("e4 =", "e4"),
            ("e4!? (=)", "e4"),
            ("e8=Q=", "e8=q"),
            ("♘f3", "♘f3"),
            ("e8♕", "e8♕"),
            ("e4⁉", "e4"),
            ("🙂", ""),
            ("(((", ""),
            (":)", ""),
        ];
        for (text, expected) in table {
            assert_eq!(core(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_is_said_beside_the_move_is_noted() {
        let number = |number, is_black| Some(MoveNumber { number, is_black });
        let said = Remarks::default();
        let table = [
            ("Nf3", said),
            ("Nf3!", said),
            ("Nf3!?", said),
            ("Nf3 ?!", said),
            ("Nf3?", Remarks { is_question: true, ..said }),
            ("**Nf3??**", Remarks { is_question: true, ..said }),
            ("9. Nf3", Remarks { number: number(9, false), ..said }),
            ("9...Nf6", Remarks { number: number(9, true), ..said }),
            ("… Nf6", said),
            ("9. e4=", Remarks { number: number(9, false), offers_draw: true, ..said }),
            ("e4 (=)", Remarks { offers_draw: true, ..said }),
            ("e8=Q", said),
            ("OO", said),
            ("000", said),
            ("oo", Remarks { is_word: true, ..said }),
            ("Ooo!", Remarks { is_word: true, ..said }),
            ("ed", Remarks { is_word: true, ..said }),
            ("exd", said),
            ("", said),
        ];
        for (text, expected) in table {
            assert_eq!(remarks(text), expected, "{text:?}");
        }
    }
}
