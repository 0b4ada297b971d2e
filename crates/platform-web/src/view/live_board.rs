//! The live board, the data of the board that a page draws itself, as one person sees it: with
//! addresses of piece drawings, the colours of their theme, and confirmation questions beside it.

use std::collections::BTreeMap;

use adoube_bot::{ChannelId, LiveArt, LiveBoard, LivePieceType, Notice};

use crate::{
    channels::channel::name_of,
    view::{entry_view::EntryPresenter, page_addresses, reader::EntryReader},
    wire::{
        self,
        board::{BoardJson, Question},
    },
};

impl EntryPresenter {
    /// A confirmation question as its reader sees it.
    pub(crate) fn question(&self, notice: &Notice, reader: &EntryReader) -> Question {
        let rows = self.service.present(notice, &reader.viewer()).rows;
        Question { text: self.words_of(notice, reader), rows }
    }

    /// The live board of a channel as its reader may see it now; `None` after an error, which is
    /// logged.
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

    fn dressed(&self, mut board: LiveBoard, reader: &EntryReader) -> BoardJson {
        self.add_art(&mut board.types, reader);
        BoardJson { board, look: self.renderer.board_colours(reader.profile.theme()) }
    }

    /// Adds the addresses of the drawings in the reader's theme to these piece types.
    pub(crate) fn add_art(&self, types: &mut BTreeMap<&'static str, LivePieceType>, reader: &EntryReader) {
        let theme = reader.profile.theme();
        let version = self.renderer.art_version();
        for (code, about) in types {
            let address =
                |side: &str| page_addresses::piece_art_address(&self.base, theme, side, code, version);
            about.art = Some(LiveArt { white: address("white"), black: address("black") });
        }
    }
}
