internal import Diagnostics

/// Says on standard error what could not be drawn, each sentence once.
enum DrawingComplaint {
    private static let log = OnceLog<String>(ending: "No further complaints about drawing are written.")

    static func say(_ sentence: String) { log.write(sentence, sentence) }
}
