internal import Diagnostics
private import Synchronization

/// Says on standard error what a call was given and why it did nothing, as Apple's platforms log it.
///
/// Each sentence is said once in a process: a number that is none comes sixty times a second. After a thousand of them there is silence.
enum Refusal {
    private static let greatestCount = 1_000
    private static let said = Mutex<Set<String>>([])

    static func say(_ sentence: String) {
        let isNew = said.withLock { $0.count < greatestCount && $0.insert(sentence).inserted }
        if isNew { report("Mainspring: \(sentence)") }
    }
}
