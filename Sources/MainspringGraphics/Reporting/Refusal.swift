internal import Diagnostics

/// Says on standard error what a call was given and why it did nothing, as Apple's platforms log it; each sentence
/// once.
enum Refusal {
    private static let log = OnceLog<String>(ending: "No further refusals of drawing values are written.")

    static func say(_ sentence: String) { log.write(sentence, sentence) }
}
