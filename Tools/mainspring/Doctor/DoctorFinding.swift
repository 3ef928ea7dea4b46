/// What was found of one thing on the machine.
struct DoctorFinding {
    /// How it is.
    enum State: String {
        /// It is there.
        case present
        /// It is not there, and something needs it.
        case missing
        /// It is not there, or other than it might be, and one does without.
        case note
    }

    let name: String
    let state: State
    /// What was found: a version, or what is wrong.
    let detail: String
    /// The command that mends it; nil where there is none, or nothing to mend.
    var remedy: String?
}
