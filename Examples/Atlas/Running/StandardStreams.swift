import Glibc

/// The descriptors that the program was started with.
enum StandardStreams {
    /// Sees to it that what is written to a closed one, or to a pipe without a reader, is an error, and neither the
    /// program's end nor a part of another file. To be called before any file is opened.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
            // The next file that is opened would have its number. This one takes the place, for the other direction.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Writes a line to standard output, where it is seen at once, in a pipe as well.
    /// - Throws: ``OutputFile/Failure``.
    static func print(_ line: String) throws {
        let code = ByteOutput.write(Array("\(line)\n".utf8), to: STDOUT_FILENO)
        guard code == 0 else { throw OutputFile.Failure("standard output", code) }
    }
}
