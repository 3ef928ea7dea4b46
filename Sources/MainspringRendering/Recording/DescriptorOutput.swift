internal import Foundation

/// Writes to descriptors, so that what goes wrong is an error and never a signal.
enum DescriptorOutput {
    /// Writes all of some bytes; returns the number of the error that kept it from that, or 0.
    ///
    /// Waits where the descriptor takes nothing now, whether it is a waiting one or not.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        withoutSignals {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count > 0 {
                    rest = rest.dropFirst(count)
                    continue
                }
                switch count == 0 ? EIO : errno {
                case EINTR: continue
                case EAGAIN:
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    if poll(&wait, 1, -1) < 0, errno != EINTR { return errno }
                case let error: return error
                }
            }
            return 0
        }
    }

    /// A pipe without a reader, and a file that would get longer than the process may make one, send the thread a signal that
    /// ends the process. It is held back here, and taken where it came of the writing itself.
    private static func withoutSignals(_ body: () -> Int32) -> Int32 {
        var (held, former, pending) = (sigset_t(), sigset_t(), sigset_t())
        sigemptyset(&held)
        sigaddset(&held, SIGPIPE)
        sigaddset(&held, SIGXFSZ)
        pthread_sigmask(SIG_BLOCK, &held, &former)
        sigpending(&pending)
        let error = body()
        let own = error == EPIPE ? SIGPIPE : error == EFBIG ? SIGXFSZ : 0
        if own != 0, sigismember(&pending, own) == 0 {
            var (taken, now) = (sigset_t(), timespec())
            sigemptyset(&taken)
            sigaddset(&taken, own)
            while sigtimedwait(&taken, nil, &now) < 0, errno == EINTR {}
        }
        pthread_sigmask(SIG_SETMASK, &former, nil)
        return error
    }

    /// What an error's number means.
    static func sentence(_ error: Int32) -> String { String(cString: strerror(error)) }
}
