//! Handles `/bar` and `/unbar`: moderators bar people from starting or joining games in their
//! community; running games go on. Not here: blocks by single people (`features::blocks`).

use crate::{
    CommunityId, Notice, Reply,
    core::{
        game::{Bar, BarEvent, BarList, MOST_BARRED},
        notice::{BarChange, BarNotice, BarRefusal},
        records::readable,
    },
    gameplay::{HandlerRequest, HandlerResult, ParsedAction, private_reply},
};

/// Upper limit of barred people listed in a message.
const LISTED: usize = 25;

impl HandlerRequest<'_> {
    /// Bars a person, for a time in milliseconds or for good, or lists the barred people.
    pub(crate) async fn bar(&mut self, name: Option<&str>, length: Option<u64>) -> HandlerResult {
        let place = self.barring()?.clone();
        let (mut list, now) = (self.context.ledger.bars(&place).await?.value, self.draft.now());
        let Some(name) = name else { return Ok(listed(None, &list, now)) };
        let person = self.find_contact(name).await?;
        if person.id == self.incoming.person.id {
            return Err(BarRefusal::Oneself.into());
        }
        let others = list.holding(now).filter(|bar| bar.person.id != person.id).count();
        if others >= MOST_BARRED {
            return Err(BarRefusal::Many { most: MOST_BARRED }.into());
        }
        let bar = Bar { person, until: length.map(|length| now.saturating_add(length)) };
        let event = BarEvent::Barred { bar: bar.clone(), at: now };
        list.note(&event);
        self.draft.change_bars(&place, event);
        Ok(listed(Some(BarChange::Barred(bar)), &list, now))
    }

    /// Lifts a bar, by the name under which the person was barred or by their present name.
    pub(crate) async fn unbar(&mut self, name: Option<&str>) -> HandlerResult {
        let place = self.barring()?.clone();
        let (mut list, now) = (self.context.ledger.bars(&place).await?.value, self.draft.now());
        let Some(name) = name else { return Ok(listed(None, &list, now)) };
        let barred: Vec<_> = list.holding(now).map(|bar| bar.person.clone()).collect();
        let Some(person) = self.find_among(name, &barred).await? else {
            return Err(BarRefusal::NotBarred { name: name.to_owned() }.into());
        };
        let event = BarEvent::Unbarred(person.id.clone());
        list.note(&event);
        self.draft.change_bars(&place, event);
        Ok(listed(Some(BarChange::Unbarred { person }), &list, now))
    }

    /// The community in which the sender may bar people.
    fn barring(&self) -> HandlerResult<&CommunityId> {
        let place = self.incoming.place.as_ref().ok_or(BarRefusal::NoPlace)?;
        if self.incoming.moderator {
            return Ok(place);
        }
        Err(BarRefusal::NotModerator.into())
    }

    /// Refuses a barred sender's actions that may begin a game, and commands whose reply others
    /// would read. Players of the channel's game go on. Moves cause no store read here.
    pub(crate) async fn check_not_barred(&self, order: &ParsedAction) -> HandlerResult<()> {
        let Some(place) = self.incoming.place.as_ref().filter(|_| self.makes_noise(order)) else {
            return Ok(());
        };
        let kept = readable(self.context.ledger.bars(place).await, "a list of the barred is passed over")?;
        let (list, now) = (kept.map(|kept| kept.value).unwrap_or_default(), self.draft.now());
        match list.of(&self.incoming.person.id, now) {
            None => Ok(()),
            Some(bar) => Err(BarRefusal::Barred { until: bar.until, said_at: now }.into()),
        }
    }

    fn makes_noise(&self, order: &ParsedAction) -> bool {
        match order {
            ParsedAction::Press { component, .. } => component.begins_a_game(),
            ParsedAction::Command { .. } if order.can_begin_game() => true,
            ParsedAction::Command { .. } => {
                self.incoming.audience.reads_answers() && self.require_player().is_err()
            }
            ParsedAction::Text { .. } | ParsedAction::Mention | ParsedAction::Invalid(_) => false,
        }
    }
}

/// A reply with the barred people, newest first.
fn listed(change: Option<BarChange>, list: &BarList, now: u64) -> Reply {
    let count = list.holding(now).count();
    let bars = if change.is_some() { Vec::new() } else { list.holding(now).take(LISTED).cloned().collect() };
    let notice = BarNotice { change, bars, count, said_at: now };
    private_reply(Notice::Barred(Box::new(notice)))
}
