internal import Foundation

/// The process that has started this one, as this one sees it: what it says is heard there.
package struct Parent: Sendable {
    let input: Int32
    let output: Int32

    /// Says a line at once, so that it is heard however this process ends.
    package func hear(_ line: String) { TrialStores.say(line, to: output) }

    /// Waits for the next line from there; nil when there is none any more.
    package func nextWord() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(input, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
    }

    /// Waits for a word from there.
    /// - Throws: ``Broken`` for another one, and for none.
    package func wait(for word: String) throws {
        let heard = nextWord()
        try require(heard == word, "“\(word)” was waited for, and “\(heard ?? "nothing")” came")
    }

    /// Whether there is a line that was not heard yet, or will be none. Waits for nothing.
    package var hasWord: Bool {
        var file = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&file, 1, 0) > 0
    }
}
