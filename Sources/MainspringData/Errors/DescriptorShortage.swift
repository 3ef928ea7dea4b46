internal import Foundation

/// The wording of errors in a process, or on a system, whose file descriptors are used up.
enum DescriptorShortage {
    /// The cause and the remedy, to stand behind the colon of an error's sentence.
    static let clause =
        "all file descriptors of the process are in use. Close files or stores, or raise the limit, as with ulimit -n."

    /// Returns true if an error number means that no file can be opened until another one is closed.
    static func isReason(_ code: Int32) -> Bool { code == EMFILE || code == ENFILE }

    /// True if no file can be opened at present. Costs two system calls, for errors that have lost their error number.
    static var isPresent: Bool {
        let probe = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard probe < 0 else {
            close(probe)
            return false
        }
        return isReason(errno)
    }

    /// Returns the clause for a shortage; for any other error number, the system's words and the given advice.
    static func clause(for code: Int32, otherwise advice: String) -> String {
        isReason(code) ? clause : "\(String(cString: strerror(code))). \(advice)"
    }
}
