//! Networks by which limits count an address (an IPv4 address, or the /64, /56 and /48 around an
//! IPv6 address, since one customer may have any of these), and token buckets for them: a request
//! takes a token from each network around its address; a wider network has a small multiple of the
//! limit. Also the names of networks from which the marks in stored records are made.

use std::{
    net::{IpAddr, Ipv6Addr},
    time::Duration,
};

use adoube_platform::rate_limit::{BucketRate, RateLimiter};

/// The client address for limits: an IPv4 address, or the /64 of an IPv6 address, because its users
/// choose the remaining bits freely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientAddress(IpAddr);

/// The width of a network, narrowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum NetworkWidth {
    /// One address: IPv4, or a /64.
    Address,
    /// A /56, as providers give to households.
    Household,
    /// A /48, as providers give to companies.
    Company,
}

/// One network around an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Network {
    first: IpAddr,
    /// Its width, which decides its multiple of a limit.
    pub(crate) width: NetworkWidth,
}

impl NetworkWidth {
    /// Every width, the narrowest first.
    pub(crate) const ALL: [Self; 3] = [Self::Address, Self::Household, Self::Company];

    /// The multiple of an address's limit that a network of this width has.
    pub(crate) const fn multiple(self) -> usize {
        match self {
            Self::Address => 1,
            Self::Household => 2,
            Self::Company => 4,
        }
    }

    const fn bits(self) -> u32 {
        match self {
            Self::Address => 64,
            Self::Household => 56,
            Self::Company => 48,
        }
    }
}

impl From<IpAddr> for ClientAddress {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self(address.into()),
            IpAddr::V6(address) => Self(masked(address, NetworkWidth::Address)),
        }
    }
}

impl ClientAddress {
    /// The networks around it, narrowest first; for an IPv4 address only that address.
    pub(crate) fn networks(self) -> impl Iterator<Item = Network> + Clone {
        let widths: &[NetworkWidth] =
            if self.0.is_ipv4() { &[NetworkWidth::Address] } else { &NetworkWidth::ALL };
        widths.iter().map(move |width| {
            let first = match self.0 {
                IpAddr::V4(_) => self.0,
                IpAddr::V6(address) => masked(address, *width),
            };
            Network { first, width: *width }
        })
    }

    /// Whether the address lies in a network.
    pub(crate) fn is_in(self, network: Network) -> bool {
        self.networks().any(|around| around == network)
    }
}

impl Network {
    /// Its name, from which marks of networks are made; records hold these marks.
    pub(crate) fn name(self) -> String {
        match self.width {
            NetworkWidth::Address => format!("Address({})", self.first),
            width => format!("Network({}/{})", self.first, width.bits()),
        }
    }
}

fn masked(address: Ipv6Addr, width: NetworkWidth) -> IpAddr {
    Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (u128::BITS - width.bits()))).into()
}

/// The marks in the stored text of a person's networks, with the width of each.
pub(crate) fn marks(origin: &str) -> impl Iterator<Item = (NetworkWidth, &str)> {
    NetworkWidth::ALL.into_iter().zip(origin.split(' '))
}

/// Nested token buckets of addresses: a token is taken from each network around an address.
#[derive(Debug)]
pub(crate) struct NetworkBuckets(Vec<(NetworkWidth, RateLimiter<Network>)>);

impl NetworkBuckets {
    /// Buckets with this rate for an address, and a multiple of it for wider networks.
    pub(crate) fn new(of_address: BucketRate) -> Self {
        let of = |width: NetworkWidth| {
            let multiple = width.multiple() as u32;
            let BucketRate { burst, refill } = of_address;
            (width, RateLimiter::new(BucketRate { burst: burst * multiple, refill: refill / multiple }))
        };
        Self(NetworkWidth::ALL.into_iter().map(of).collect())
    }

    /// Takes a token from every bucket of the address, or from none if one of them is empty.
    pub(crate) fn take(&self, address: ClientAddress, now: Duration) -> bool {
        let may = self.of(address).all(|(network, buckets)| buckets.is_available(&network, now));
        may && self.of(address).all(|(network, buckets)| buckets.take(network, now))
    }

    /// Takes a token in advance if a bucket is empty; returns how long to wait for the emptiest
    /// bucket. `None` if that is too long.
    pub(crate) fn reserve(
        &self,
        address: ClientAddress,
        longest: Duration,
        now: Duration,
    ) -> Option<Duration> {
        self.of(address).try_fold(Duration::ZERO, |wait, (network, buckets)| {
            Some(wait.max(buckets.reserve(network, longest, now)?))
        })
    }

    /// Whether all buckets of this address are full, since it has taken no token for a while.
    pub(crate) fn is_full(&self, address: ClientAddress, now: Duration) -> bool {
        self.of(address).all(|(network, buckets)| buckets.is_full(&network, now))
    }

    fn of(&self, address: ClientAddress) -> impl Iterator<Item = (Network, &RateLimiter<Network>)> {
        address.networks().filter_map(|network| {
            let found = self.0.iter().find(|(width, _)| *width == network.width);
            found.map(|(_, buckets)| (network, buckets))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::from_secs(1000);

    fn address(text: &str) -> ClientAddress {
        text.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
    }

    #[test]
    fn networks_are_nested() {
        let names = |text: &str| address(text).networks().map(Network::name).collect::<Vec<_>>();
        assert_eq!(names("192.0.2.1"), ["Address(192.0.2.1)"]);
        let expected =
            ["Address(2001:db8:1:2ff::)", "Network(2001:db8:1:200::/56)", "Network(2001:db8:1::/48)"];
        assert_eq!(names("2001:db8:1:2ff:1::5"), expected);
    }

    /// Makes the nth address.
    type AddressOf = fn(usize) -> String;

    fn taken(buckets: &NetworkBuckets, address_of: impl Fn(usize) -> String) -> usize {
        (0..1000).take_while(|number| buckets.take(address(&address_of(*number)), NOW)).count()
    }

    #[test]
    fn wider_networks_have_a_few_times_the_pace_of_an_address() {
        let pace = BucketRate { burst: 10, refill: Duration::from_secs(10) };
        let cases: Vec<(AddressOf, usize)> = vec![
            (|_| "192.0.2.1".to_owned(), 10),
            (|_| "2001:db8::1".to_owned(), 10),
            (|number| format!("2001:db8:1:{:x}::1", number % 0x100), 20),
            (|number| format!("2001:db8:2:{:x}::1", number * 0x41 % 0x10000), 40),
            (|number| format!("2001:db8:{number:x}:1::1"), 1000),
        ];
        for (address_of, expected) in cases {
            assert_eq!(taken(&NetworkBuckets::new(pace), address_of), expected, "{}", address_of(0));
        }
    }

    #[test]
    fn whoever_is_refused_takes_nothing_from_their_neighbours() {
        let buckets = NetworkBuckets::new(BucketRate { burst: 2, refill: Duration::from_secs(10) });
        let taken = (0..10).filter(|_| buckets.take(address("2001:db8::1"), NOW)).count();
        assert_eq!(taken, 2);
        assert!(buckets.take(address("2001:db8:0:1::1"), NOW), "of the same /56");
        assert!(!buckets.is_full(address("2001:db8:0:2::1"), NOW));
        assert!(buckets.is_full(address("2001:db8:1::1"), NOW));
    }
}
