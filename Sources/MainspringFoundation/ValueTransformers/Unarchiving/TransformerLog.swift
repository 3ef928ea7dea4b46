internal import Diagnostics

/// Where it is said, once for each class, that a value could not be read.
enum TransformerLog {
    private static let shared = OnceLog<String>(ending: "No further values that cannot be transformed are told of.")

    /// Writes a sentence, unless it was written.
    static func write(_ sentence: String) { shared.write(sentence, sentence) }
}
