internal import Glibc

/// Ends the process because a rule of the API was broken, saying in a sentence which one and what to do.
///
/// The sentence goes to standard error before the trap, since a release build's trap says nothing.
package func programmerError(_ sentence: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    report("Mainspring: \(sentence)")
    fatalError(sentence, file: file, line: line)
}

/// Says something on standard error, as one line and one system call.
package func report(_ sentence: String) {
    var line = sentence + "\n"
    line.withUTF8 { bytes in
        _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
}

/// Stands for the body of what is declared only so that the compiler can say what to use instead, and cannot be called.
package func unavailable(_ function: StaticString = #function) -> Never {
    programmerError("\(function) is not available here; its declaration says what to use instead.")
}
