//! Connection slots: bounds the connections in total and for each address, and decides which one is
//! evicted when no slot is free.
//!
//! Connections of an address with more than its share are evicted first, then those of unknown
//! browsers; among these the connection that has been quiet longest. A connection that is at work
//! within its address's share stays.

use std::{
    cmp::Reverse,
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

use crate::limits::network::{ClientAddress, Network};

/// Limits of connection slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotLimits {
    /// In total.
    pub(crate) most: usize,
    /// For one address; wider networks have a multiple of it.
    pub(crate) of_one: usize,
    /// Share of one address: its slots beyond this number are evicted first when there are no more.
    /// Wider networks have a multiple of it.
    pub(crate) share: usize,
}

/// The pool of connection slots.
#[derive(Debug)]
pub(crate) struct ConnectionSlots {
    terms: SlotLimits,
    held: Mutex<HeldSlot>,
}

#[derive(Debug, Default)]
struct HeldSlot {
    holders: HashMap<u64, SlotHolder>,
    of: HashMap<Network, usize>,
    /// Logical clock; a smaller number is earlier.
    moment: u64,
}

#[derive(Debug)]
struct SlotHolder {
    address: Option<ClientAddress>,
    is_known: bool,
    at_work: bool,
    quiet_since: u64,
    way: Arc<Notify>,
}

/// A slot, held until it is dropped or evicted.
#[derive(Debug)]
pub(crate) struct ConnectionSlot {
    slots: Arc<ConnectionSlots>,
    id: u64,
    way: Arc<Notify>,
}

/// Marks a slot as at work until it is dropped.
pub(crate) struct SlotActivity<'s>(&'s ConnectionSlot);

impl ConnectionSlots {
    pub(crate) fn new(terms: SlotLimits) -> Arc<Self> {
        Arc::new(Self { terms, held: Mutex::default() })
    }

    /// Takes a slot for a connection from this address; `None` if the address is not known yet.
    /// Evicts another connection if there is no free slot. Returns `None` if none can be evicted.
    pub(crate) fn take(self: &Arc<Self>, address: Option<ClientAddress>) -> Option<ConnectionSlot> {
        let mut held = self.locked();
        if let Some(full) = address.and_then(|address| held.full(address, self.terms.of_one)) {
            let is_there = |holder: &SlotHolder| holder.address.is_some_and(|other| other.is_in(full));
            held.evict_connection(self.terms.share, is_there).then_some(())?;
        } else if held.holders.len() >= self.terms.most {
            held.evict_connection(self.terms.share, |_| true).then_some(())?;
        }
        let (id, way) = (held.next(), Arc::default());
        let holder =
            SlotHolder { address, is_known: false, at_work: false, quiet_since: id, way: Arc::clone(&way) };
        held.holders.insert(id, holder);
        held.enter(address);
        drop(held);
        Some(ConnectionSlot { slots: Arc::clone(self), id, way })
    }

    /// Evicts a connection, if there is one that may be evicted.
    pub(crate) fn evict_connection(&self) {
        self.locked().evict_connection(self.terms.share, |_| true);
    }

    fn locked(&self) -> MutexGuard<'_, HeldSlot> {
        // Counters left inconsistent by a panic would only make limits slightly wrong.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HeldSlot {
    fn next(&mut self) -> u64 {
        self.moment += 1;
        self.moment
    }

    fn count(&self, network: Network) -> usize {
        self.of.get(&network).copied().unwrap_or_default()
    }

    /// The narrowest network around an address that has reached its limit.
    fn full(&self, address: ClientAddress, of_one: usize) -> Option<Network> {
        address.networks().find(|network| self.count(*network) >= of_one * network.width.multiple())
    }

    fn enter(&mut self, address: Option<ClientAddress>) {
        for network in address.into_iter().flat_map(ClientAddress::networks) {
            *self.of.entry(network).or_default() += 1;
        }
    }

    fn leave(&mut self, address: Option<ClientAddress>) {
        for network in address.into_iter().flat_map(ClientAddress::networks) {
            if let Some(count) = self.of.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    self.of.remove(&network);
                }
            }
        }
    }

    /// By how much the networks around a holder exceed their shares, scaled to one address; 0 if
    /// none does.
    fn surplus(&self, holder: &SlotHolder, share: usize) -> usize {
        let networks = holder.address.into_iter().flat_map(ClientAddress::networks);
        let of_one = networks.map(|network| {
            let (count, multiple) = (self.count(network), network.width.multiple());
            if count > share * multiple { count / multiple } else { 0 }
        });
        of_one.max().unwrap_or_default()
    }

    /// Evicts the first of these slots in the order of eviction; returns whether there was one.
    fn evict_connection(&mut self, share: usize, among: impl Fn(&SlotHolder) -> bool) -> bool {
        let first = self
            .holders
            .iter()
            .filter(|(_, holder)| among(holder))
            .map(|(id, holder)| {
                (
                    self.surplus(holder, share),
                    !holder.at_work,
                    !holder.is_known,
                    Reverse(holder.quiet_since),
                    *id,
                )
            })
            .filter(|(surplus, is_quiet, ..)| *surplus > 0 || *is_quiet)
            .max();
        first.is_some_and(|(.., id)| self.remove(id))
    }

    fn remove(&mut self, id: u64) -> bool {
        let Some(holder) = self.holders.remove(&id) else { return false };
        self.leave(holder.address);
        holder.way.notify_one();
        true
    }
}

impl ConnectionSlot {
    /// Resolves when the slot was evicted.
    pub(crate) async fn wait_for_eviction(&self) {
        self.way.notified().await;
    }

    /// Sets the address of a connection, and whether its browser is known. Returns whether the
    /// address is still within its limit.
    pub(crate) fn is_of(&self, address: ClientAddress, is_known: bool) -> bool {
        let mut held = self.slots.locked();
        let Some(holder) = held.holders.get_mut(&self.id) else { return false };
        holder.is_known |= is_known;
        let before = holder.address.replace(address);
        held.leave(before);
        held.enter(Some(address));
        let of_one = self.slots.terms.of_one;
        address.networks().all(|network| held.count(network) <= of_one * network.width.multiple())
    }

    /// Marks the slot as at work until the returned guard is dropped.
    pub(crate) fn work(&self) -> SlotActivity<'_> {
        self.is_at_work(true);
        SlotActivity(self)
    }

    fn is_at_work(&self, at_work: bool) {
        let mut held = self.slots.locked();
        let now = held.next();
        if let Some(holder) = held.holders.get_mut(&self.id) {
            holder.at_work = at_work;
            holder.quiet_since = now;
        }
    }
}

impl Drop for SlotActivity<'_> {
    fn drop(&mut self) {
        self.0.is_at_work(false);
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.slots.locked().remove(self.id);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use futures_util::FutureExt;

    use super::*;

    const TERMS: SlotLimits = SlotLimits { most: 8, of_one: 6, share: 3 };

    fn address(last: u8) -> ClientAddress {
        IpAddr::from([192, 0, 2, last]).into()
    }

    fn is_gone(slot: &ConnectionSlot) -> bool {
        slot.wait_for_eviction().now_or_never().is_some()
    }

    fn gone(slots: &[ConnectionSlot]) -> Vec<usize> {
        (0..slots.len()).filter(|index| is_gone(&slots[*index])).collect()
    }

    #[test]
    fn one_address_has_only_so_many() {
        let slots = ConnectionSlots::new(TERMS);
        let held: Vec<ConnectionSlot> = (0..6).filter_map(|_| slots.take(Some(address(1)))).collect();
        assert!(gone(&held).is_empty());
        assert!(slots.take(Some(address(1))).is_some());
        assert_eq!(gone(&held), [0], "the one that was quiet longest makes way");
    }

    #[test]
    fn whoever_has_more_than_a_share_makes_way_first() {
        let slots = ConnectionSlots::new(TERMS);
        let held: Vec<ConnectionSlot> =
            [1, 2, 2, 2, 2, 3, 3, 3].into_iter().filter_map(|last| slots.take(Some(address(last)))).collect();
        // Whether known or at work makes no difference here.
        for slot in &held[1..5] {
            assert!(slot.is_of(address(2), true));
        }
        let _work = held[1].work();
        let newer: Vec<ConnectionSlot> = (4..6).filter_map(|last| slots.take(Some(address(last)))).collect();
        assert_eq!((newer.len(), gone(&held)), (2, vec![0, 2]));
    }

    #[test]
    fn within_a_share_the_unknown_and_quiet_make_way() {
        let slots = ConnectionSlots::new(TERMS);
        let held: Vec<ConnectionSlot> = (0..8).filter_map(|last| slots.take(Some(address(last)))).collect();
        assert!(held[0].is_of(address(0), true));
        let _work: Vec<SlotActivity<'_>> = held[1..3].iter().map(ConnectionSlot::work).collect();
        drop(held[3].work());
        let newer: Vec<ConnectionSlot> =
            (10..14).filter_map(|last| slots.take(Some(address(last)))).collect();
        assert_eq!((newer.len(), gone(&held)), (4, vec![4, 5, 6, 7]));
        // Then the newer ones, and last the known one; a connection at work stays.
        let newest: Vec<ConnectionSlot> =
            (20..30).filter_map(|last| slots.take(Some(address(last)))).collect();
        assert_eq!((newest.len(), gone(&held)), (10, vec![3]));
        let _busy: Vec<SlotActivity<'_>> = newest.iter().map(ConnectionSlot::work).collect();
        assert!(slots.take(Some(address(40))).is_some());
        assert_eq!(gone(&held), [0]);
        let last = slots.take(Some(address(41)));
        let _last = last.as_ref().map(ConnectionSlot::work);
        assert!(slots.take(Some(address(42))).is_none(), "everybody is at work");
    }

    #[test]
    fn what_is_given_back_is_free() {
        let slots = ConnectionSlots::new(TERMS);
        for _ in 0..100 {
            let held: Vec<ConnectionSlot> = (0..6).filter_map(|_| slots.take(Some(address(1)))).collect();
            assert_eq!((held.len(), gone(&held)), (6, vec![]));
        }
        assert!(slots.locked().of.is_empty() && slots.locked().holders.is_empty());
    }

    #[test]
    fn a_wider_network_has_a_few_times_the_slots_of_an_address() {
        let terms = SlotLimits { most: 100, of_one: 6, share: 3 };
        for (beside, most) in
            [("192.0.2.", 100), ("2001:db8:0:1::", 6), ("2001:db8:0:", 12), ("2001:db8::", 100)]
        {
            let slots = ConnectionSlots::new(terms);
            let address = |number: u32| -> ClientAddress {
                let text = match beside {
                    "192.0.2." => format!("192.0.2.{number}"),
                    "2001:db8:0:" => format!("2001:db8:0:{number:x}::1"),
                    "2001:db8::" => format!("2001:db8:{number:x}::1"),
                    within => format!("{within}{number:x}"),
                };
                text.parse::<IpAddr>().unwrap().into()
            };
            let held: Vec<ConnectionSlot> =
                (0..100).filter_map(|number| slots.take(Some(address(number)))).collect();
            assert_eq!(held.len() - gone(&held).len(), most, "{beside}");
        }
    }

    #[test]
    fn a_customer_with_many_networks_makes_way_before_others() {
        let slots = ConnectionSlots::new(SlotLimits { most: 20, of_one: 6, share: 3 });
        let address = |text: String| Some(text.parse::<IpAddr>().unwrap().into());
        let honest: Vec<ConnectionSlot> =
            (0..3).filter_map(|number| slots.take(address(format!("192.0.2.{number}")))).collect();
        // One for each /56 of a /48.
        let held: Vec<ConnectionSlot> =
            (0..17).filter_map(|number| slots.take(address(format!("2001:db8:1:{number:x}00::1")))).collect();
        assert!(slots.take(address("192.0.2.9".to_owned())).is_some());
        assert_eq!((gone(&honest), gone(&held)), (vec![], vec![0]));
    }
}
