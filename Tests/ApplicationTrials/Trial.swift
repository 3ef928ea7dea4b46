/// What happens to an application.
enum Trial: String {
    /// A signal comes.
    case terminated, interrupted
    /// A signal comes while the process's threads have all signals blocked, as after a parent that blocks them.
    case blocked
    /// A second signal comes while the main thread is busy with the first and does not return.
    case twice
    /// The decision is put off and never comes.
    case undecided
    /// What is to be saved takes for ever.
    case stuck
    /// The delegate objects the first time.
    case objected
    /// The program does not want to hear signals.
    case unheard
    /// The user closes the only window.
    case closed
    /// The program ends itself.
    case ended
    /// The program leaves its loop.
    case stopped
    /// The system gives no more threads, and a layer is shown.
    case threadless

    /// Whether time passes in it: on a virtual clock, so that it depends on no machine's speed.
    var isTimed: Bool { self == .undecided || self == .stuck }
}
