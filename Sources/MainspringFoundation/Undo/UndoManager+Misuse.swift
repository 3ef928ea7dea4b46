internal import Diagnostics

extension UndoManager {
    /// Tells of a call that does not fit; nothing is changed.
    func misuse(_ sentence: String) { UndoLog.shared.write(sentence, sentence) }
}

/// Where calls that do not fit are told of, each kind once.
private enum UndoLog {
    static let shared = OnceLog<String>(ending: "No further calls of an undo manager are told of.")
}
