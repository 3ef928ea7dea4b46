internal import Diagnostics

/// A value that a transaction cannot have under a key.
enum TransactionRefusal {
    /// Says, once for a key, what is needed there.
    static func tell(_ key: String, _ value: Any?, _ needed: String) {
        log.write(
            key,
            """
            “\(key)” of a CATransaction cannot be \(SentenceValue(value)); it stays as it is. Set it to \(needed).
            """)
    }

    private static let log = OnceLog<String>(ending: "")
}
