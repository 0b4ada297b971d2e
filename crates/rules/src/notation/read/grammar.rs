//! Grammar of typed moves: parses a text into every candidate (move it may mean), without a
//! position and without a decision.
//!
//! A text is `[piece] [origin] [separator] target [promotion] [card] [signs]`, or castling. Move numbers and what else
//! surrounds a move are already removed (`remarks`). Where several ways lead on, all are followed; each part has only a
//! few and none repeats, so their number stays small. `squares` reads squares, `card_drop` reads cards.

use super::candidate::{
    CandidateCard, CandidateMeaning, CandidateMove, CandidateOrigin, CandidateSeparator, ReadingCandidate,
    ReadingConfidence,
};
use super::folding::{Glyph, LetterCase};
use crate::notation::vocabulary::{MoveVocabulary, MoveWord, Spelling, are_capitals, figurine};
use crate::{CastlingSide, PieceType, Region, Square};

/// All candidates of a text.
pub(super) fn candidates(text: &[Glyph], spelling: Spelling<'_>, region: Region) -> Vec<ReadingCandidate> {
    let unbounded = region == Region::Unbounded;
    let grammar = Grammar { text, spelling, unbounded, is_all_lower_case: is_all_lower_case(text) };
    let mut found = grammar.castlings(0);
    grammar.goings(0, &mut found);
    if let Region::Board { ranks, .. } = region {
        grammar.captures_by_file(ranks.into(), &mut found);
    }
    found
}

/// Whether a text has no capitals, so that its case carries no information.
pub(super) fn is_all_lower_case(text: &[Glyph]) -> bool {
    text.iter().all(|glyph| glyph.case != LetterCase::Upper)
}

/// The readings of a text that is about a card alone.
pub(super) fn cards_alone(text: &[Glyph], words: &MoveVocabulary) -> Vec<CandidateCard> {
    let grammar = Grammar { text, spelling: Spelling::of(words), unbounded: true, is_all_lower_case: false };
    let mut cards = Vec::new();
    grammar.cards_from(0, true, &mut cards);
    cards.into_iter().filter(|(_, end)| grammar.tail(*end).is_some()).map(|(card, _)| card).collect()
}

/// The types that a text may name, if it names nothing else, as a promotion choice.
pub(super) fn pieces_alone(text: &[Glyph], spelling: Spelling<'_>) -> Vec<NamedPiece> {
    let grammar = Grammar { text, spelling, unbounded: false, is_all_lower_case: false };
    let named = grammar.promotions(0).into_iter();
    named.filter(|named| grammar.tail(named.end).is_some()).collect()
}

pub(super) struct Grammar<'a> {
    pub(super) text: &'a [Glyph],
    spelling: Spelling<'a>,
    /// Whether squares are those of the unbounded grid. Only its variant has cards.
    pub(super) unbounded: bool,
    /// Whether the text has no capitals, so that its case carries no information.
    is_all_lower_case: bool,
}

/// A named type, how it is written, and where it ends.
#[derive(Clone, Copy)]
pub(super) struct NamedPiece {
    pub(super) kind: PieceType,
    pub(super) end: usize,
    /// Whether it is written as notation writes pieces. Names always are.
    is_in_capitals: bool,
    /// The number of its letters, if they are not in capitals.
    pub(super) small_letters: usize,
}

/// What a text says behind the target.
#[derive(Clone, Copy, Default)]
struct TextTail {
    takes: bool,
    en_passant: bool,
}

impl Grammar<'_> {
    pub(super) fn char_at(&self, at: usize) -> Option<char> {
        self.text.get(at).map(|glyph| glyph.folded)
    }

    fn is_small(&self, from: usize, end: usize) -> bool {
        self.text
            .get(from..end)
            .is_some_and(|glyphs| glyphs.iter().all(|glyph| glyph.case != LetterCase::Upper))
    }

    pub(super) fn after_spaces(&self, mut at: usize) -> usize {
        while self.char_at(at) == Some(' ') {
            at += 1;
        }
        at
    }

    pub(super) fn phrase_end(&self, at: usize, wanted: MoveWord) -> Option<usize> {
        self.spelling
            .words
            .phrases_at(self.text, at)
            .into_iter()
            .find(|(word, _)| *word == wanted)
            .map(|(_, end)| end)
    }

    fn castlings(&self, start: usize) -> Vec<ReadingCandidate> {
        let spoken = self.spelling.words.phrases_at(self.text, start).into_iter().filter_map(
            |(word, end)| match word {
                MoveWord::Castle => Some((None, end)),
                MoveWord::CastleKingside => Some((Some(CastlingSide::Kingside), end)),
                MoveWord::CastleQueenside => Some((Some(CastlingSide::Queenside), end)),
                _ => None,
            },
        );
        let whole = spoken.chain(self.castling_symbol(start)).filter(|&(_, end)| self.tail(end).is_some());
        whole
            .map(|(named, _)| ReadingCandidate {
                meaning: CandidateMeaning::Castling(named),
                confidence: ReadingConfidence::AsWritten,
            })
            .collect()
    }

    /// `O-O` or `0-0-0`, also without dashes in variants with castling.
    fn castling_symbol(&self, start: usize) -> Option<(Option<CastlingSide>, usize)> {
        let after_ring = |at: usize| matches!(self.char_at(at), Some('o' | '0')).then_some(at + 1);
        let after_dash = |at: usize| {
            let at = self.after_spaces(at);
            (self.char_at(at) == Some('-')).then(|| self.after_spaces(at + 1))
        };
        let first = after_ring(start)?;
        let has_dashes = after_dash(first).is_some();
        if self.unbounded && !has_dashes {
            return None;
        }
        let next = |at: usize| after_ring(if has_dashes { after_dash(at)? } else { at });
        let second = next(first)?;
        Some(match next(second) {
            Some(third) => (Some(CastlingSide::Queenside), third),
            None => (Some(CastlingSide::Kingside), second),
        })
    }

    /// Pawn captures that name only the files: `exd`, `ed`. They may end on any rank.
    fn captures_by_file(&self, ranks: i32, found: &mut Vec<ReadingCandidate>) {
        let [(from, after)] = *self.files(0).as_slice() else { return };
        let glued = (!self.files(after).is_empty()).then_some((CandidateSeparator::Takes, after));
        let Some((CandidateSeparator::Takes, target)) =
            glued.or_else(|| self.separators(after).first().copied())
        else {
            return;
        };
        let [(to, end)] = *self.files(target).as_slice() else { return };
        if (from - to).abs() != 1 {
            return;
        }
        let origin = CandidateOrigin { file: Some(from), rank: None };
        for rank in 1..=ranks {
            self.endings(None, (origin, CandidateSeparator::Takes, Square::new(to, rank)), (0, end), found);
        }
    }

    fn goings(&self, start: usize, found: &mut Vec<ReadingCandidate>) {
        self.candidate_moves_of(None, start, found);
        for named in self.pieces(start) {
            self.candidate_moves_of(Some(named), named.end, found);
        }
    }

    /// The candidates that begin with a piece, or with none.
    fn candidate_moves_of(&self, named: Option<NamedPiece>, start: usize, found: &mut Vec<ReadingCandidate>) {
        let leads =
            if named.is_some() { self.separators(start) } else { vec![(CandidateSeparator::To, start)] };
        for (lead, at) in leads {
            if let Some((to, end)) = self.square(at) {
                self.endings(named, (CandidateOrigin::default(), lead, to), (at, end), found);
            }
            if lead == CandidateSeparator::To {
                self.candidate_moves_from(named, at, found);
            }
        }
    }

    /// The candidates that go on with an origin.
    fn candidate_moves_from(&self, named: Option<NamedPiece>, at: usize, found: &mut Vec<ReadingCandidate>) {
        for (origin, end) in self.origins(at) {
            for (separator, target) in self.separators(end) {
                let Some((to, target_end)) = self.square(target) else { continue };
                let small = self.is_small(at, end);
                let named = if small {
                    named
                } else {
                    named.map(|named| NamedPiece { is_in_capitals: false, ..named })
                };
                if named.is_some() || is_complete_without_piece(origin, to) {
                    let squares = (if small { target } else { at }, target_end);
                    self.endings(named, (origin, separator, to), squares, found);
                }
            }
        }
    }

    /// The candidates with everything that may stand behind the target. `squares` is the range of
    /// the squares.
    fn endings(
        &self,
        named: Option<NamedPiece>,
        (origin, separator, to): (CandidateOrigin, CandidateSeparator, Square),
        squares: (usize, usize),
        found: &mut Vec<ReadingCandidate>,
    ) {
        let promotions = self.promotions(squares.1).into_iter().map(Some);
        let parts = std::iter::once(None).chain(promotions).flat_map(|promotion| {
            let cards = self.cards(promotion.map_or(squares.1, |named| named.end));
            cards.into_iter().map(move |(card, end)| (promotion, card, end))
        });
        for (promotion, card, end) in parts {
            let Some(tail) = self.tail(end) else { continue };
            let candidate_move = candidate_move(
                named,
                origin,
                if tail.takes { CandidateSeparator::Takes } else { separator },
                to,
            );
            let candidate_move = CandidateMove {
                becomes: promotion.map(|named| named.kind),
                en_passant: tail.en_passant,
                card,
                ..candidate_move
            };
            let candidate_move = if candidate_move.is_quiet_pawn_move() {
                candidate_move.on_target_file()
            } else {
                candidate_move
            };
            let squares_small = self.is_small(squares.0, squares.1);
            let in_capitals = [named, promotion].into_iter().flatten().all(|named| named.is_in_capitals);
            let confidence = if candidate_move.kind.is_none() && squares_small {
                ReadingConfidence::Coordinates
            } else if self.is_all_lower_case || (in_capitals && squares_small) {
                ReadingConfidence::AsWritten
            } else {
                ReadingConfidence::CaseIgnored
            };
            let candidate = ReadingCandidate { meaning: CandidateMeaning::Move(candidate_move), confidence };
            if !found.contains(&candidate) {
                found.push(candidate);
            }
        }
    }

    /// The pieces that may be named from `at` on.
    pub(super) fn pieces(&self, at: usize) -> Vec<NamedPiece> {
        let mut pieces = Vec::new();
        if let Some(kind) = self.char_at(at).and_then(figurine) {
            pieces.push(NamedPiece { kind, end: at + 1, is_in_capitals: true, small_letters: 0 });
        }
        for (word, end) in self.spelling.words.phrases_at(self.text, at) {
            if let MoveWord::Piece(kind) = word {
                pieces.push(NamedPiece { kind, end, is_in_capitals: true, small_letters: 0 });
            }
        }
        for (kind, end) in self.spelling.letters_at(self.text, at) {
            let is_in_capitals = self.text.get(at..end).is_some_and(are_capitals);
            pieces.push(NamedPiece {
                kind,
                end,
                is_in_capitals,
                small_letters: if is_in_capitals { 0 } else { end - at },
            });
        }
        pieces
    }

    /// The origins that may stand from `at` on: a square, a file or a rank.
    fn origins(&self, at: usize) -> Vec<(CandidateOrigin, usize)> {
        let square = self.square(at).map(|(square, end)| (Some(square.file), Some(square.rank), end));
        let files = self.files(at).into_iter().map(|(file, end)| (Some(file), None, end));
        let rank = self.rank(at).map(|(rank, end)| (None, Some(rank), end));
        let parts = square.into_iter().chain(files).chain(rank);
        parts.map(|(file, rank, end)| (CandidateOrigin { file, rank }, end)).collect()
    }

    /// The separators before the next square: signs and words, at most one of which is a capture or
    /// conversion. On the unbounded grid the square itself may begin with a dash, as in `e2-e4`,
    /// which may go to `-e4`: there all ends are possible, and a second dash belongs to the square.
    fn separators(&self, start: usize) -> Vec<(CandidateSeparator, usize)> {
        let mut separator = CandidateSeparator::To;
        let mut at = self.after_spaces(start);
        let mut separators = vec![(separator, at)];
        let mut dashes = 0;
        while let Some((next, end)) = self.separator_part(at) {
            dashes += usize::from(self.char_at(at) == Some('-'));
            if self.unbounded && dashes > 1 {
                break;
            }
            if next != CandidateSeparator::To {
                if separator != CandidateSeparator::To {
                    break;
                }
                separator = next;
            }
            at = self.after_spaces(end);
            separators.push((separator, at));
        }
        // The longest comes first, as it is the likeliest when no move is legal.
        separators.reverse();
        if !self.unbounded {
            separators.truncate(1);
        }
        separators
    }

    pub(super) fn separator_part(&self, at: usize) -> Option<(CandidateSeparator, usize)> {
        match self.char_at(at)? {
            '-' | '>' => Some((CandidateSeparator::To, at + 1)),
            'x' | ':' | '*' => Some((CandidateSeparator::Takes, at + 1)),
            '~' => Some((CandidateSeparator::Converts, at + 1)),
            _ => {
                self.spelling.words.phrases_at(self.text, at).into_iter().find_map(|(word, end)| match word {
                    MoveWord::To => Some((CandidateSeparator::To, end)),
                    MoveWord::Takes => Some((CandidateSeparator::Takes, end)),
                    MoveWord::Converts => Some((CandidateSeparator::Converts, end)),
                    _ => None,
                })
            }
        }
    }

    /// The promotions that may be named: `=Q`, `/Q`, `(Q)`, `Q`, "promotes to Queen". On the
    /// unbounded grid a slash or an at sign means a card.
    fn promotions(&self, start: usize) -> Vec<NamedPiece> {
        let at = self.after_spaces(start);
        let opened = match self.char_at(at) {
            Some('/') if self.unbounded => return Vec::new(),
            Some('=' | '/' | '(') => self.after_spaces(at + 1),
            _ => self.phrase_end(at, MoveWord::Promotes).map_or(at, |end| self.after_spaces(end)),
        };
        let opened = if self.char_at(opened) == Some('(') { opened + 1 } else { opened };
        let at = self.phrase_end(opened, MoveWord::To).map_or(opened, |end| self.after_spaces(end));
        let mut named = self.pieces(at);
        named.retain(|named| self.char_at(self.after_spaces(named.end)) != Some('@'));
        named
    }

    /// Whether "e.p." or a check stands at a place, as in `exd6 (e.p.)`.
    fn is_remark(&self, at: usize) -> bool {
        let is_sign = matches!(self.char_at(at), Some('+' | '#'));
        is_sign
            || [MoveWord::EnPassant, MoveWord::Check]
                .into_iter()
                .any(|word| self.phrase_end(at, word).is_some())
    }

    /// Reads the end of a text; none if there is more than an end may have.
    fn tail(&self, start: usize) -> Option<TextTail> {
        let mut tail = TextTail::default();
        let mut at = start;
        while let Some(c) = self.char_at(at) {
            match c {
                ' ' | '+' | '#' | '!' | '?' | '.' | ')' | '†' | '‡' => at += 1,
                '(' if self.is_remark(at + 1) => at += 1,
                ':' => {
                    tail.takes = true;
                    at += 1;
                }
                _ => {
                    if let Some(end) = self.phrase_end(at, MoveWord::EnPassant) {
                        tail.en_passant = true;
                        at = end;
                    } else {
                        at = self.phrase_end(at, MoveWord::Check)?;
                    }
                }
            }
        }
        Some(tail)
    }
}

/// A move to a square. Without a piece it is a Pawn's, unless the whole start square is named: then
/// it may be any piece's.
fn candidate_move(
    named: Option<NamedPiece>,
    origin: CandidateOrigin,
    separator: CandidateSeparator,
    to: Square,
) -> CandidateMove {
    let unnamed = if origin.square().is_some() { None } else { Some(PieceType::PAWN) };
    CandidateMove {
        kind: named.map(|named| named.kind).or(unnamed),
        origin,
        to,
        separator,
        becomes: None,
        en_passant: false,
        card: CandidateCard::Unstated,
        small_letters: named.map_or(0, |named| named.small_letters),
    }
}

/// Whether an origin without a piece makes a move: a square does, and so does the file of a
/// capturing Pawn.
fn is_complete_without_piece(origin: CandidateOrigin, to: Square) -> bool {
    origin.file.is_some_and(|file| origin.rank.is_some() || file != to.file)
}
