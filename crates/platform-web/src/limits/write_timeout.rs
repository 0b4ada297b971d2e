//! Write timeout: a stream wrapper that aborts a connection whose peer does not read. Not here:
//! timeouts of requests (`http/listener.rs`).

use std::{
    io::{self, IoSlice},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpStream, UnixStream},
    time::{Instant, Sleep, sleep_until},
};

/// Timeouts of writing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WriteTimeout {
    /// Without progress.
    pub(crate) stalled: Duration,
    /// From the first byte until all bytes are sent.
    pub(crate) whole: Duration,
}

/// A connection that can be aborted, discarding unsent bytes.
pub(crate) trait AbortConnection {
    /// Makes the system discard unsent bytes when the connection is closed.
    fn cut_off(&self);
}

impl AbortConnection for TcpStream {
    fn cut_off(&self) {
        if let Err(error) = self.set_zero_linger() {
            tracing::debug!(%error, "a connection is not cut off but left to the system");
        }
    }
}

impl AbortConnection for UnixStream {
    fn cut_off(&self) {
        // The system keeps no unsent bytes of a closed Unix socket.
    }
}

/// Requests that a connection is aborted when it is dropped.
#[derive(Clone, Debug, Default)]
pub(crate) struct AbortOnDrop(Arc<AtomicBool>);

impl AbortOnDrop {
    pub(crate) fn cut(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A connection that fails with a timeout if its peer does not read.
#[derive(Debug)]
pub(crate) struct WriteTimeoutStream<S: AbortConnection> {
    stream: S,
    shears: AbortOnDrop,
    time: WriteTimeout,
    /// Since when bytes wait to be sent.
    began: Option<Instant>,
    /// When to give up without progress.
    end: Option<Pin<Box<Sleep>>>,
}

impl<S: AbortConnection + AsyncWrite + Unpin> WriteTimeoutStream<S> {
    pub(crate) fn new(stream: S, time: WriteTimeout, shears: AbortOnDrop) -> Self {
        Self { stream, shears, time, began: None, end: None }
    }

    fn written<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.end = None;
            return written;
        }
        let WriteTimeout { stalled, whole } = self.time;
        let now = Instant::now();
        let began = *self.began.get_or_insert(now);
        let end = self.end.get_or_insert_with(|| Box::pin(sleep_until((now + stalled).min(began + whole))));
        ready!(end.as_mut().poll(context));
        self.shears.cut();
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AbortConnection> Drop for WriteTimeoutStream<S> {
    fn drop(&mut self) {
        if self.shears.0.load(Ordering::Relaxed) {
            self.stream.cut_off();
        }
    }
}

impl<S: AbortConnection + AsyncRead + Unpin> AsyncRead for WriteTimeoutStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AbortConnection + AsyncWrite + Unpin> AsyncWrite for WriteTimeoutStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.began.get_or_insert_with(Instant::now);
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.began.get_or_insert_with(Instant::now);
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.written(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // The server flushes when it has nothing left to write.
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        if flushed.is_ready() {
            self.began = None;
        }
        self.written(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.written(context, shut)
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex},
        time::timeout,
    };

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(60);

    impl AbortConnection for DuplexStream {
        fn cut_off(&self) {}
    }

    fn read_on(stream: DuplexStream, time: WriteTimeout) -> WriteTimeoutStream<DuplexStream> {
        WriteTimeoutStream::new(stream, time, AbortOnDrop::default())
    }

    #[tokio::test]
    async fn who_does_not_read_is_given_up() {
        let time = WriteTimeout { stalled: Duration::from_millis(20), whole: PATIENCE * 2 };
        let (near, _far) = duplex(16);
        let written = timeout(PATIENCE, read_on(near, time).write_all(&[0; 64])).await.unwrap();
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn who_reads_drop_by_drop_is_given_up_in_the_end() {
        let time = WriteTimeout { stalled: PATIENCE * 2, whole: Duration::from_millis(50) };
        let (near, mut far) = duplex(1);
        tokio::spawn(async move { while far.read_u8().await.is_ok() {} });
        let written = timeout(PATIENCE, async {
            let mut near = read_on(near, time);
            loop {
                near.write_all(&[0; 64]).await?;
            }
        });
        let written: io::Result<()> = written.await.unwrap();
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn who_reads_may_go_on() {
        let time = WriteTimeout { stalled: PATIENCE, whole: Duration::ZERO };
        let (near, mut far) = duplex(4096);
        let mut near = read_on(near, time);
        for _ in 0..100 {
            near.write_all(&[0; 4096]).await.unwrap();
            near.flush().await.unwrap();
            far.read_exact(&mut [0; 4096]).await.unwrap();
        }
    }
}
