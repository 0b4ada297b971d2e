//! Dispatches each command to its handler, the function that decides it; a file for each topic has
//! the handlers of its commands and buttons. Not here: the dispatch of buttons (`button_dispatch`),
//! and what handlers of several topics share (`gameplay`).
