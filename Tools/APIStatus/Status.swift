/// How much of something of Apple's is here.
enum Status: String, CaseIterable, Sendable {
    /// It is here, and no difference from Apple's is known.
    case present
    /// It is here; something of it differs or is not here.
    case partly
    /// It is not here; the reason is said.
    case unavailable
}
