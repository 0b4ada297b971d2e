//! The queue of log lines and the thread that writes them to standard error. A write may block, as on a pipe that nobody reads,
//! or fail, as on a full disk, and the program goes on. Lost lines are counted, and the count is logged with the next write.
//!
//! `tracing-appender` has such a queue, but does not count what it drops, and may print to standard output, which panics where
//! that is closed.

use std::{
    collections::VecDeque,
    io::{self, Write},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

/// The most bytes that wait: lines of a moment, and little memory.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Lines that wait to be written.
#[derive(Default)]
pub(super) struct LogQueue {
    state: Mutex<PendingLines>,
    changed: Condvar,
}

#[derive(Default)]
struct PendingLines {
    lines: VecDeque<Vec<u8>>,
    /// The length of all lines that wait.
    bytes: usize,
    /// Lines that found no room and are not reported yet.
    lost: u64,
    /// Whether the thread has work that it has not finished.
    is_writing: bool,
}

impl LogQueue {
    /// Starts the thread that writes the lines; `lost` makes the line that says how many were lost.
    pub(super) fn spawn(
        queue: &Arc<Self>,
        to: impl Write + Send + 'static,
        lost: impl Fn(u64) -> Vec<u8> + Send + 'static,
    ) -> io::Result<()> {
        let queue = Arc::clone(queue);
        thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || queue.write_all(LineWriter::new(to), lost))?;
        Ok(())
    }

    /// Takes a line, or counts it as lost where there is no room for it.
    pub(super) fn push(&self, line: &[u8]) {
        let mut state = self.lock();
        if state.bytes + line.len() > MAX_BYTES {
            state.lost += 1;
        } else {
            state.bytes += line.len();
            state.lines.push_back(line.to_vec());
        }
        self.changed.notify_all();
    }

    /// Waits until all lines are written or lost, but no longer than this.
    pub(super) fn flush(&self, most: Duration) {
        let is_busy = |state: &mut PendingLines| !state.lines.is_empty() || state.is_writing;
        let waited = self.changed.wait_timeout_while(self.lock(), most, is_busy);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    fn write_all(&self, mut writer: LineWriter<impl Write>, lost: impl Fn(u64) -> Vec<u8>) {
        // Lost lines that could not be reported yet.
        let mut untold = 0;
        loop {
            let (line, newly_lost) = self.next();
            untold += newly_lost;
            if untold > 0 && writer.write(&lost(untold)) {
                untold = 0;
            }
            if line.is_some_and(|line| !writer.write(&line)) {
                untold += 1;
            }
        }
    }

    /// The next line. When none waits, the number of lines that found no room meanwhile.
    fn next(&self) -> (Option<Vec<u8>>, u64) {
        let mut state = self.lock();
        loop {
            if let Some(line) = state.lines.pop_front() {
                state.bytes -= line.len();
                state.is_writing = true;
                return (Some(line), 0);
            }
            if state.lost > 0 {
                state.is_writing = true;
                return (None, std::mem::take(&mut state.lost));
            }
            state.is_writing = false;
            self.changed.notify_all();
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, PendingLines> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes lines. A line after one that was cut off starts on a new line.
struct LineWriter<W> {
    to: W,
    is_cut: bool,
}

impl<W: Write> LineWriter<W> {
    fn new(to: W) -> Self {
        Self { to, is_cut: false }
    }

    /// Whether the whole line is written.
    fn write(&mut self, line: &[u8]) -> bool {
        if self.is_cut && self.to.write_all(b"\n").is_err() {
            return false;
        }
        self.is_cut = false;
        let mut rest = line;
        while !rest.is_empty() {
            match self.to.write(rest) {
                Ok(written) if written > 0 => rest = rest.get(written..).unwrap_or_default(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                _ => {
                    self.is_cut = rest.len() < line.len();
                    return false;
                }
            }
        }
        true
    }
}

/// Puts each event of the program into the queue as one line.
#[derive(Clone)]
pub(super) struct QueueWriter(pub(super) Arc<LogQueue>);

impl Write for QueueWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.push(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Longer than any machine takes.
    const LONG: Duration = Duration::from_secs(60);

    /// A place that takes what it is told to take: as many bytes, or none with an error.
    struct Place {
        takes: mpsc::Receiver<Option<usize>>,
        written: mpsc::Sender<Vec<u8>>,
    }

    impl Write for Place {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let Ok(Some(most)) = self.takes.recv() else { return Err(io::ErrorKind::StorageFull.into()) };
            let bytes = &bytes[..most.min(bytes.len())];
            let _ = self.written.send(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    struct World {
        queue: Arc<LogQueue>,
        take: mpsc::Sender<Option<usize>>,
        written: mpsc::Receiver<Vec<u8>>,
    }

    impl World {
        fn new() -> Self {
            let (take, takes) = mpsc::channel();
            let (write, written) = mpsc::channel();
            let queue = Arc::new(LogQueue::default());
            let lost = |lines| format!("{lines} lost\n").into_bytes();
            LogQueue::spawn(&queue, Place { takes, written: write }, lost).expect("a thread");
            Self { queue, take, written }
        }

        fn take(&self, most: &[Option<usize>]) {
            for most in most {
                self.take.send(*most).expect("the thread lives");
            }
        }

        /// What is written next.
        fn next(&self) -> String {
            String::from_utf8(self.written.recv_timeout(LONG).expect("a write")).expect("text")
        }
    }

    #[test]
    fn lines_that_cannot_be_written_are_counted_and_told_of_later() {
        let world = World::new();
        world.queue.push(b"one\n");
        world.queue.push(b"two\n");
        // The first one, the first try to tell of it, and the second one.
        world.take(&[None, None, None]);
        world.queue.flush(LONG);
        world.queue.push(b"three\n");
        world.take(&[Some(99), Some(99)]);
        assert_eq!([world.next(), world.next()], ["2 lost\n", "three\n"]);
        world.queue.push(b"four\n");
        world.take(&[Some(99)]);
        assert_eq!(world.next(), "four\n");
    }

    #[test]
    fn a_line_behind_a_cut_one_begins_on_a_new_line() {
        let world = World::new();
        world.queue.push(b"one\n");
        world.take(&[Some(2), None]);
        assert_eq!(world.next(), "on");
        world.queue.flush(LONG);
        world.queue.push(b"two\n");
        world.take(&[Some(99), Some(99), Some(99)]);
        assert_eq!([world.next(), world.next(), world.next()], ["\n", "1 lost\n", "two\n"]);
    }

    #[test]
    fn lines_without_room_are_told_of_when_the_others_are_written() {
        let world = World::new();
        let line = vec![b'x'; MAX_BYTES / 2];
        (0..9).for_each(|_| world.queue.push(&line));
        // Two or three had room: one of them may have left the queue before the last came.
        world.take(&[Some(MAX_BYTES); 9]);
        let lines: Vec<String> =
            std::iter::repeat_with(|| world.next()).take_while(|line| line.starts_with('x')).collect();
        assert!([2, 3].contains(&lines.len()), "{}", lines.len());
    }

    #[test]
    fn where_nobody_reads_the_program_goes_on_and_what_waits_is_bounded() {
        let world = World::new();
        let line = [b'x'; 1024];
        // One of them may be on its way already.
        let fits = MAX_BYTES / line.len();
        (0..2 * fits).for_each(|_| world.queue.push(&line));
        world.queue.flush(Duration::from_millis(1));
        assert!(world.queue.lock().bytes <= MAX_BYTES);
        drop(world.take);
    }
}
