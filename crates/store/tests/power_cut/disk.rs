//! Disk model: a folder as a tree of objects, and the changes to it that a power cut may leave.
//!
//! The rules are the guarantees of POSIX and no more: a sync of a file makes its contents and length durable, a sync of a
//! directory the names in it. Of every change not covered by a sync, each may be there or not, whatever its order; a
//! write may also be torn, sector by sector.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    os::unix::fs::MetadataExt,
    path::Path,
};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::journal::Entry;

/// Bytes a drive writes at once or not at all.
const SECTOR: usize = 512;
/// The folder itself.
const ROOT: Id = 0;

type Id = usize;
type Names = BTreeMap<String, Id>;

/// The files of a folder.
#[derive(Clone, Debug)]
pub(crate) struct Disk {
    objects: Vec<Object>,
    /// Which object has which number in the real folder.
    inodes: HashMap<u64, Id>,
}

#[derive(Clone, Debug)]
enum Object {
    File(Vec<u8>),
    Directory(Names),
}

/// A name in a directory.
#[derive(Clone, Debug)]
struct DirectoryEntry {
    directory: Id,
    name: String,
}

#[derive(Debug)]
enum Change<'a> {
    Write { file: Id, offset: usize, data: &'a [u8] },
    Resize { file: Id, length: usize },
    Link { place: DirectoryEntry, object: Id },
    Unlink { place: DirectoryEntry },
    Rename { from: DirectoryEntry, to: DirectoryEntry, object: Id },
}

/// How a power cut treats what was not synced, in percent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mood {
    /// The chance that a change is there.
    pub(crate) kept: u32,
    /// The chance that a write which is not there was torn instead of undone.
    pub(crate) torn: u32,
}

impl Disk {
    /// An empty folder.
    pub(crate) fn new() -> Self {
        Self { objects: vec![Object::Directory(Names::new())], inodes: HashMap::new() }
    }

    /// Makes a real folder of it, in place of what is there.
    pub(crate) fn write(&mut self, folder: &Path) {
        if folder.exists() {
            fs::remove_dir_all(folder).expect("the old folder can be removed");
        }
        self.inodes.clear();
        self.write_object(ROOT, folder);
    }

    fn write_object(&mut self, id: Id, path: &Path) {
        match &self.objects[id] {
            Object::File(data) => fs::write(path, data).expect("a file can be written"),
            Object::Directory(names) => {
                fs::create_dir(path).expect("a directory can be made");
                for (name, id) in names.clone() {
                    self.write_object(id, &path.join(name));
                }
            }
        }
        let inode = fs::metadata(path).expect("it is there").ino();
        self.inodes.insert(inode, id);
    }

    /// What is there after the journal and a power cut.
    pub(crate) fn after_power_cut(&self, journal: &[Entry], mood: Mood, rng: &mut ChaCha8Rng) -> Self {
        let mut after = self.clone();
        let changes = History::of(self, &mut after, journal).changes;
        for (change, is_durable) in changes {
            if is_durable || rng.random_ratio(mood.kept, 100) {
                after.apply(&change);
            } else if rng.random_ratio(mood.torn, 100) {
                after.tear(&change, rng);
            }
        }
        after
    }

    fn apply(&mut self, change: &Change<'_>) {
        match change {
            Change::Write { file, offset, data } => {
                let end = offset + data.len();
                let file = self.file(*file);
                file.resize(file.len().max(end), 0);
                file[*offset..end].copy_from_slice(data);
            }
            Change::Resize { file, length } => self.file(*file).resize(*length, 0),
            Change::Link { place, object } => {
                self.names(place.directory).insert(place.name.clone(), *object);
            }
            Change::Unlink { place } => {
                self.names(place.directory).remove(&place.name);
            }
            Change::Rename { from, to, object } => {
                self.names(from.directory).remove(&from.name);
                self.names(to.directory).insert(to.name.clone(), *object);
            }
        }
    }

    /// Applies some sectors of a write; a file it made longer is longer all the same.
    fn tear(&mut self, change: &Change<'_>, rng: &mut ChaCha8Rng) {
        let Change::Write { file, offset, data } = change else { return };
        let (mut offset, mut rest) = (*offset, *data);
        while !rest.is_empty() {
            let (sector, after) = rest.split_at(rest.len().min(SECTOR - offset % SECTOR));
            if rng.random_bool(0.5) {
                self.apply(&Change::Write { file: *file, offset, data: sector });
            }
            (offset, rest) = (offset + sector.len(), after);
        }
        let file = self.file(*file);
        file.resize(file.len().max(offset), 0);
    }

    fn file(&mut self, id: Id) -> &mut Vec<u8> {
        match &mut self.objects[id] {
            Object::File(data) => data,
            Object::Directory(_) => panic!("a directory is written like a file"),
        }
    }

    fn names(&mut self, id: Id) -> &mut Names {
        match &mut self.objects[id] {
            Object::Directory(names) => names,
            Object::File(_) => panic!("a file is used like a directory"),
        }
    }

    fn add(&mut self, object: Object) -> Id {
        self.objects.push(object);
        self.objects.len() - 1
    }
}

/// The changes of a journal, and which of them are durable.
struct History<'a> {
    /// The names as the program saw them at each moment; the files in it are empty.
    seen: Disk,
    changes: Vec<(Change<'a>, bool)>,
    /// The object of each sync that has begun, and how many changes there were then.
    syncs: HashMap<u64, (Id, usize)>,
}

impl<'a> History<'a> {
    /// Follows the journal; objects that come into being are added to `after`, without a name.
    fn of(before: &Disk, after: &mut Disk, journal: &'a [Entry]) -> Self {
        let objects = before.objects.iter().map(|object| match object {
            Object::File(_) => Object::File(Vec::new()),
            Object::Directory(names) => Object::Directory(names.clone()),
        });
        let seen = Disk { objects: objects.collect(), inodes: before.inodes.clone() };
        let mut history = Self { seen, changes: Vec::new(), syncs: HashMap::new() };
        for entry in journal {
            history.follow(entry, after);
        }
        history
    }

    fn follow(&mut self, entry: &'a Entry, after: &mut Disk) {
        match entry {
            Entry::Created { inode, path } => self.make(*inode, path, Object::File(Vec::new()), after),
            Entry::DirectoryMade { inode, path } => {
                self.make(*inode, path, Object::Directory(Names::new()), after);
            }
            Entry::Resized { inode, length } => {
                let change = Change::Resize { file: self.seen.inodes[inode], length: *length as usize };
                self.changes.push((change, false));
            }
            Entry::Written { inode, offset, data } => {
                let change = Change::Write { file: self.seen.inodes[inode], offset: *offset as usize, data };
                self.changes.push((change, false));
            }
            Entry::Renamed { from, to } => {
                let (from, to) = (self.place(from), self.place(to));
                let object = self.seen.names(from.directory)[&from.name];
                self.change_names(Change::Rename { from, to, object });
            }
            Entry::Unlinked { path } | Entry::DirectoryRemoved { path } => {
                let place = self.place(path);
                self.change_names(Change::Unlink { place });
            }
            Entry::Syncing { inode, sync } => {
                self.syncs.insert(*sync, (self.seen.inodes[inode], self.changes.len()));
            }
            Entry::Synced { sync } => {
                let (object, covered) = self.syncs[sync];
                for (change, is_durable) in &mut self.changes[..covered] {
                    *is_durable |= change.touches(object);
                }
            }
        }
    }

    fn make(&mut self, inode: u64, path: &Path, object: Object, after: &mut Disk) {
        let id = after.add(object.clone());
        assert_eq!(self.seen.add(object), id);
        self.seen.inodes.insert(inode, id);
        let place = self.place(path);
        self.change_names(Change::Link { place, object: id });
    }

    fn change_names(&mut self, change: Change<'a>) {
        self.seen.apply(&change);
        self.changes.push((change, false));
    }

    /// Where a path leads, as the program saw it.
    fn place(&mut self, path: &Path) -> DirectoryEntry {
        let mut names: Vec<_> =
            path.iter().map(|name| name.to_str().expect("a path is text").to_owned()).collect();
        let name = names.pop().expect("the folder itself is not changed");
        let directory = names.iter().fold(ROOT, |directory, name| self.seen.names(directory)[name]);
        DirectoryEntry { directory, name }
    }
}

impl Change<'_> {
    /// Whether a sync of this object makes the change durable.
    fn touches(&self, object: Id) -> bool {
        match self {
            Self::Write { file, .. } | Self::Resize { file, .. } => *file == object,
            Self::Link { place, .. } | Self::Unlink { place } => place.directory == object,
            Self::Rename { from, to, .. } => from.directory == object || to.directory == object,
        }
    }
}
