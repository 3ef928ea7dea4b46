/// How a process has ended.
package enum ProcessEnd: Equatable, Sendable {
    /// By itself, with a status.
    case status(Int32)
    /// By a signal.
    case signal(Int32)

    /// - Parameter word: what waitpid(2) says.
    init(word: Int32) {
        // The low seven bits name the signal that ended the process, if one did.
        self = word & 0x7F == 0 ? .status((word >> 8) & 0xFF) : .signal(word & 0x7F)
    }
}
