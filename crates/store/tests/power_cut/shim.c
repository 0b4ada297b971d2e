/* Journals what a program does to the files of one folder, so that a test can tell afterwards what a power cut would
 * have left of it. Loaded before libc (LD_PRELOAD); built by the test.
 *
 * POWER_CUT_FOLDER   the folder to watch, an absolute path without links
 * POWER_CUT_JOURNAL  the file the journal is appended to
 * POWER_CUT_AFTER    the process kills itself after so many journal entries
 * POWER_CUT_BROKEN   while a file of this name exists, every sync fails
 * POWER_CUT_FULL     while a file of this name exists, the disk takes half of a write and then no more
 *
 * A change is made and journalled under one lock, so the journal is in the order of the changes. A sync is two entries:
 * what came before the first is durable once the second is there. The device itself is never synced: the test does not
 * depend on it. sync_file_range is not seen at all, because it promises nothing. A call that changes files in a way
 * this file does not know ends the program, so that nothing is missed silently.
 *
 * An entry is a struct entry, then `first` bytes of text and `second` bytes of text or data. power_cut/journal.rs reads
 * it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { CREATED = 1, RESIZED, WRITTEN, SYNCING, SYNCED, RENAMED, UNLINKED, DIRECTORY_MADE, DIRECTORY_REMOVED };

struct entry {
    uint64_t kind;
    uint64_t inode;  /* of the file or directory, where there is one */
    uint64_t number; /* an offset, a length, or the number of a sync */
    uint64_t first;
    uint64_t second;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;
static const char *folder;
static const char *broken;
static const char *full;
static size_t folder_length;
static long entries_left;
static uint64_t syncs;

static int (*real_openat)(int, const char *, int, ...);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_ftruncate)(int, off_t);
static int (*real_fallocate)(int, int, off_t, off_t);
static int (*real_renameat)(int, const char *, int, const char *);
static int (*real_unlinkat)(int, const char *, int);
static int (*real_mkdirat)(int, const char *, mode_t);
static int (*real_fsync)(int);
static void *(*real_mmap)(void *, size_t, int, int, int, off_t);

static void give_up(const char *what) {
    fprintf(stderr, "power cut journal: %s\n", what);
    abort();
}

static void *real(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) give_up(name);
    return function;
}

__attribute__((constructor)) static void begin(void) {
    real_openat = real("openat");
    real_write = real("write");
    real_writev = real("writev");
    real_pwrite = real("pwrite");
    real_ftruncate = real("ftruncate");
    real_fallocate = real("fallocate");
    real_renameat = real("renameat");
    real_unlinkat = real("unlinkat");
    real_mkdirat = real("mkdirat");
    real_fsync = real("fsync");
    real_mmap = real("mmap");
    const char *path = getenv("POWER_CUT_JOURNAL");
    const char *after = getenv("POWER_CUT_AFTER");
    folder = getenv("POWER_CUT_FOLDER");
    broken = getenv("POWER_CUT_BROKEN");
    full = getenv("POWER_CUT_FULL");
    if (!path || !after || !folder || !broken || !full) give_up("the environment says not what to do");
    folder_length = strlen(folder);
    entries_left = atol(after);
    journal = real_openat(AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (journal < 0) give_up("the journal cannot be opened");
}

/* ---- what is watched ---- */

static int is_watched(const char *path) {
    return folder && strncmp(path, folder, folder_length) == 0 &&
           (path[folder_length] == '/' || path[folder_length] == 0);
}

/* The path behind a descriptor; 0 when it is not one of the watched folder. */
static int path_of(int fd, char path[PATH_MAX]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_watched(path);
}

static int fd_is_watched(int fd) {
    char path[PATH_MAX];
    int before = errno;
    int watched = fd != journal && path_of(fd, path);
    errno = before;
    return watched;
}

/* The whole path of a name below a directory; 0 when it is not in the watched folder. */
static int whole_path(int directory, const char *name, char path[PATH_MAX]) {
    if (name[0] == '/') {
        snprintf(path, PATH_MAX, "%s", name);
        return is_watched(path);
    }
    char base[PATH_MAX];
    if (directory == AT_FDCWD) {
        if (!getcwd(base, sizeof base) || !is_watched(base)) return 0;
    } else if (!path_of(directory, base)) {
        return 0;
    }
    if (snprintf(path, PATH_MAX, "%s/%s", base, name) >= PATH_MAX) give_up("a path is too long");
    return 1;
}

/* A path as the journal names it: below the watched folder. */
static const char *below(const char *path) {
    return path[folder_length] ? path + folder_length + 1 : "";
}

static uint64_t inode_of(int fd) {
    struct stat status;
    if (fstat(fd, &status)) give_up("a file has no inode");
    return status.st_ino;
}

/* ---- the journal; the caller holds the lock ---- */

static void put(const void *bytes, size_t length) {
    const char *rest = bytes;
    while (length) {
        ssize_t written = real_write(journal, rest, length);
        if (written <= 0) give_up("the journal cannot be written");
        rest += written;
        length -= (size_t)written;
    }
}

static void note(struct entry entry, const void *first, const void *second) {
    put(&entry, sizeof entry);
    put(first, entry.first);
    put(second, entry.second);
    if (--entries_left <= 0) kill(getpid(), SIGKILL);
}

static void note_path(enum kind kind, uint64_t inode, const char *path) {
    struct entry entry = {kind, inode, 0, strlen(below(path)), 0};
    note(entry, below(path), "");
}

static void note_size(int fd, off_t size) {
    struct entry entry = {RESIZED, inode_of(fd), (uint64_t)size, 0, 0};
    note(entry, "", "");
}

static void note_write(int fd, off_t offset, const void *bytes, size_t length) {
    struct entry entry = {WRITTEN, inode_of(fd), (uint64_t)offset, 0, length};
    note(entry, "", bytes);
}

/* ---- opening ---- */

static int watched_open(int directory, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    if (!(flags & (O_CREAT | O_TRUNC)) || !whole_path(directory, name, path))
        return real_openat(directory, name, flags, mode);
    pthread_mutex_lock(&lock);
    int existed = faccessat(AT_FDCWD, path, F_OK, 0) == 0;
    int fd = real_openat(directory, name, flags, mode);
    int before = errno;
    if (fd >= 0 && !existed) note_path(CREATED, inode_of(fd), path);
    if (fd >= 0 && existed && (flags & O_TRUNC)) note_size(fd, 0);
    pthread_mutex_unlock(&lock);
    errno = before;
    return fd;
}

#define MODE_OF(flags, mode)                                     \
    mode_t mode = 0;                                             \
    if ((flags) & O_CREAT) {                                     \
        va_list rest;                                            \
        va_start(rest, flags);                                   \
        mode = va_arg(rest, mode_t);                             \
        va_end(rest);                                            \
    }

int open(const char *name, int flags, ...) {
    MODE_OF(flags, mode)
    return watched_open(AT_FDCWD, name, flags, mode);
}

int open64(const char *name, int flags, ...) {
    MODE_OF(flags, mode)
    return watched_open(AT_FDCWD, name, flags | O_LARGEFILE, mode);
}

int openat(int directory, const char *name, int flags, ...) {
    MODE_OF(flags, mode)
    return watched_open(directory, name, flags, mode);
}

int openat64(int directory, const char *name, int flags, ...) {
    MODE_OF(flags, mode)
    return watched_open(directory, name, flags | O_LARGEFILE, mode);
}

int creat(const char *name, mode_t mode) {
    return watched_open(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

/* ---- writing ---- */

static pthread_mutex_t halves = PTHREAD_MUTEX_INITIALIZER;
static int half_taken;

/* How much of a write the disk takes: all of it, or on a full disk half of the first one and then nothing. */
static size_t room_for(size_t length) {
    int before = errno, is_full = faccessat(AT_FDCWD, full, F_OK, 0) == 0;
    errno = before;
    pthread_mutex_lock(&halves);
    size_t room = !is_full ? length : half_taken ? 0 : length / 2;
    half_taken = is_full;
    pthread_mutex_unlock(&halves);
    return room;
}

static off_t write_offset(int fd) {
    struct stat status;
    if (!(fcntl(fd, F_GETFL) & O_APPEND)) return lseek(fd, 0, SEEK_CUR);
    if (fstat(fd, &status)) give_up("a file has no size");
    return status.st_size;
}

ssize_t write(int fd, const void *bytes, size_t length) {
    if (!fd_is_watched(fd)) return real_write(fd, bytes, length);
    length = length ? room_for(length) : 0;
    if (!length) {
        errno = ENOSPC;
        return -1;
    }
    pthread_mutex_lock(&lock);
    off_t offset = write_offset(fd);
    ssize_t written = real_write(fd, bytes, length);
    int before = errno;
    if (written > 0) note_write(fd, offset, bytes, (size_t)written);
    pthread_mutex_unlock(&lock);
    errno = before;
    return written;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    if (!fd_is_watched(fd)) return real_pwrite(fd, bytes, length, offset);
    length = length ? room_for(length) : 0;
    if (!length) {
        errno = ENOSPC;
        return -1;
    }
    pthread_mutex_lock(&lock);
    ssize_t written = real_pwrite(fd, bytes, length, offset);
    int before = errno;
    if (written > 0) note_write(fd, offset, bytes, (size_t)written);
    pthread_mutex_unlock(&lock);
    errno = before;
    return written;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
    return pwrite(fd, bytes, length, offset);
}

/* Several pieces are one call less atomic than one: writing the first of them is a short write, which is allowed. */
ssize_t writev(int fd, const struct iovec *pieces, int count) {
    if (!fd_is_watched(fd)) return real_writev(fd, pieces, count);
    for (int piece = 0; piece < count; piece++)
        if (pieces[piece].iov_len) return write(fd, pieces[piece].iov_base, pieces[piece].iov_len);
    return 0;
}

ssize_t pwritev(int fd, const struct iovec *pieces, int count, off_t offset) {
    for (int piece = 0; piece < count; piece++)
        if (pieces[piece].iov_len) return pwrite(fd, pieces[piece].iov_base, pieces[piece].iov_len, offset);
    return 0;
}

ssize_t pwritev64(int fd, const struct iovec *pieces, int count, off64_t offset) {
    return pwritev(fd, pieces, count, offset);
}

/* ---- sizes ---- */

int ftruncate(int fd, off_t size) {
    if (!fd_is_watched(fd)) return real_ftruncate(fd, size);
    pthread_mutex_lock(&lock);
    int result = real_ftruncate(fd, size);
    int before = errno;
    if (result == 0) note_size(fd, size);
    pthread_mutex_unlock(&lock);
    errno = before;
    return result;
}

int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }

int fallocate(int fd, int mode, off_t offset, off_t length) {
    if (!fd_is_watched(fd)) return real_fallocate(fd, mode, offset, length);
    if (mode & ~FALLOC_FL_KEEP_SIZE) give_up("fallocate that changes contents");
    pthread_mutex_lock(&lock);
    struct stat old;
    if (fstat(fd, &old)) give_up("a file has no size");
    int result = real_fallocate(fd, mode, offset, length);
    int before = errno;
    if (result == 0 && mode == 0 && offset + length > old.st_size) note_size(fd, offset + length);
    pthread_mutex_unlock(&lock);
    errno = before;
    return result;
}

int fallocate64(int fd, int mode, off64_t offset, off64_t length) { return fallocate(fd, mode, offset, length); }

int posix_fallocate(int fd, off_t offset, off_t length) { return fallocate(fd, 0, offset, length) ? errno : 0; }

int posix_fallocate64(int fd, off64_t offset, off64_t length) { return posix_fallocate(fd, offset, length); }

/* ---- names ---- */

int renameat(int old_directory, const char *old_name, int new_directory, const char *new_name) {
    char old_path[PATH_MAX], new_path[PATH_MAX];
    int from = whole_path(old_directory, old_name, old_path), to = whole_path(new_directory, new_name, new_path);
    if (from != to) give_up("a rename over the border of the folder");
    if (!from) return real_renameat(old_directory, old_name, new_directory, new_name);
    pthread_mutex_lock(&lock);
    int result = real_renameat(old_directory, old_name, new_directory, new_name);
    int before = errno;
    if (result == 0) {
        struct entry entry = {RENAMED, 0, 0, strlen(below(old_path)), strlen(below(new_path))};
        note(entry, below(old_path), below(new_path));
    }
    pthread_mutex_unlock(&lock);
    errno = before;
    return result;
}

int rename(const char *old_name, const char *new_name) { return renameat(AT_FDCWD, old_name, AT_FDCWD, new_name); }

int unlinkat(int directory, const char *name, int flags) {
    char path[PATH_MAX];
    if (!whole_path(directory, name, path)) return real_unlinkat(directory, name, flags);
    pthread_mutex_lock(&lock);
    int result = real_unlinkat(directory, name, flags);
    int before = errno;
    if (result == 0) note_path(flags & AT_REMOVEDIR ? DIRECTORY_REMOVED : UNLINKED, 0, path);
    pthread_mutex_unlock(&lock);
    errno = before;
    return result;
}

int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }

int rmdir(const char *name) { return unlinkat(AT_FDCWD, name, AT_REMOVEDIR); }

int mkdirat(int directory, const char *name, mode_t mode) {
    char path[PATH_MAX];
    if (!whole_path(directory, name, path)) return real_mkdirat(directory, name, mode);
    pthread_mutex_lock(&lock);
    int result = real_mkdirat(directory, name, mode);
    int before = errno;
    struct stat status;
    if (result == 0) {
        if (stat(path, &status)) give_up("a new directory is gone");
        note_path(DIRECTORY_MADE, status.st_ino, path);
    }
    pthread_mutex_unlock(&lock);
    errno = before;
    return result;
}

int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }

/* ---- syncing ---- */

int fsync(int fd) {
    if (!fd_is_watched(fd)) return real_fsync(fd);
    if (faccessat(AT_FDCWD, broken, F_OK, 0) == 0) {
        errno = EIO;
        return -1;
    }
    pthread_mutex_lock(&lock);
    struct entry entry = {SYNCING, inode_of(fd), ++syncs, 0, 0};
    note(entry, "", "");
    pthread_mutex_unlock(&lock);
    /* Other threads may write here, and their writes are not covered. */
    pthread_mutex_lock(&lock);
    entry.kind = SYNCED;
    note(entry, "", "");
    pthread_mutex_unlock(&lock);
    return 0;
}

int fdatasync(int fd) { return fsync(fd); }

/* ---- what nobody here uses, and what would be missed ---- */

void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset) {
    if (fd >= 0 && (protection & PROT_WRITE) && (flags & MAP_SHARED) && fd_is_watched(fd)) give_up("a shared mapping");
    return real_mmap(address, length, protection, flags, fd, offset);
}

void *mmap64(void *address, size_t length, int protection, int flags, int fd, off64_t offset) {
    return mmap(address, length, protection, flags, fd, offset);
}

#define UNKNOWN(result, function, parameters, watched)                  \
    result function parameters {                                        \
        if (watched) give_up(#function " is not known to the journal"); \
        errno = ENOSYS;                                                 \
        return -1;                                                      \
    }

static int name_is_watched(const char *name) {
    char path[PATH_MAX];
    return whole_path(AT_FDCWD, name, path);
}

UNKNOWN(int, truncate, (const char *path, off_t size), name_is_watched(path))
UNKNOWN(int, link, (const char *path, const char *name), name_is_watched(name))
UNKNOWN(int, symlink, (const char *path, const char *name), name_is_watched(name))
UNKNOWN(ssize_t, copy_file_range, (int in, off64_t *a, int out, off64_t *b, size_t n, unsigned f), fd_is_watched(out))
UNKNOWN(ssize_t, sendfile, (int out, int in, off_t *offset, size_t count), fd_is_watched(out))
UNKNOWN(ssize_t, sendfile64, (int out, int in, off64_t *offset, size_t count), fd_is_watched(out))
