//! The board one can touch, as it goes to a page: the bot's, with addresses of drawings and the reader's colours; and
//! questions that are asked beside it. Not here: when it is sent (`socket`), the drawings themselves (`art`).

use std::collections::BTreeMap;

use adoube_bot::{ChannelId, ControlRow, LiveArt, LiveBoard, LivePieceType, Notice};
use serde::Serialize;

use crate::{WebState, channels::directory::name_of, http::routes::art, view::entry_view::EntryReader, wire};

/// A question before something is done that cannot be undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Question {
    /// The words.
    pub(crate) text: String,
    /// The answers.
    pub(crate) rows: Vec<ControlRow>,
}

impl WebState {
    /// A question as its reader sees it.
    pub(crate) fn question(&self, notice: &Notice, reader: &EntryReader) -> Question {
        let rows = self.service.present(notice, &reader.viewer()).rows;
        Question { text: self.words_of(notice, reader), rows }
    }

    /// The board of a channel as its reader may see it now. Nothing if it cannot be told, which is logged.
    pub(crate) async fn board(
        &self,
        channel: &ChannelId,
        reader: &EntryReader,
    ) -> Option<wire::ServerMessage> {
        let board = self.service.live_board(channel, &reader.viewer()).await;
        let board = board.inspect_err(|error| tracing::error!(%error, %channel, "a board is not shown"));
        let board = board.ok()?.map(|board| Box::new(self.dressed(board, reader)));
        Some(wire::ServerMessage::Board { channel: name_of(channel).to_owned(), board })
    }

    fn dressed(&self, mut board: LiveBoard, reader: &EntryReader) -> wire::BoardJson {
        self.add_art(&mut board.types, reader);
        wire::BoardJson { board, look: self.renderer.board_colours(reader.profile.theme()) }
    }

    /// Says where each of these types is drawn as the reader sees it.
    pub(crate) fn add_art(&self, types: &mut BTreeMap<&'static str, LivePieceType>, reader: &EntryReader) {
        let theme = reader.profile.theme();
        let version = self.renderer.art_version();
        for (code, about) in types {
            let address = |side: &str| art::address(&self.base, theme, side, code, version);
            about.art = Some(LiveArt { white: address("white"), black: address("black") });
        }
    }
}
