//! Tests of the web chat in a real browser: the program as it is started, and Debian's Chromium.
//! People play to mate by typing, by menus on a phone with the keyboard alone, and in German;
//! touched pieces bind; games are set up and their pieces chosen; the board is used by mouse,
//! finger and keyboard; games are stepped through, turns are noticed; hidden cards stay hidden;
//! typed markup is shown as text; older pages, channels and themes are read; tabs are people;
//! connections break, and a program stops while another one over the same database goes on; nothing
//! moves under the pointer; everything is accessible and has a name to be read aloud. The pictures
//! of the documentation are taken here (`screens`), and the first load measured (`loading`). Not
//! here: requests that no page would send (`web`).

mod accessibility;
mod as_text;
mod below_path;
mod book;
mod chromium;
mod clocks;
mod connection;
mod first_minute;
mod hands;
mod loading;
mod on_other_boards;
mod on_the_board;
mod page;
mod playing;
#[path = "../crash/bot.rs"]
#[allow(dead_code, reason = "no program is killed while it starts")]
mod program;
mod reading;
mod schachen;
mod screens;
#[path = "../web/support.rs"]
#[expect(dead_code, reason = "a browser does what people do")]
mod server;
mod setting_up;
mod spoken;
mod starting;
mod steadiness;
mod tabs;
mod touching;
mod turns;
mod two_programs;
