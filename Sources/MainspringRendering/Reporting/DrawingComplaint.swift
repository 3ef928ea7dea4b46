internal import Diagnostics

/// Says on standard error what could not be drawn, each sentence once.
package enum DrawingComplaint {
    private static let log = OnceLog<String>(ending: "No further complaints about drawing are written.")

    package static func say(_ sentence: String) { log.write(sentence, sentence) }
}
