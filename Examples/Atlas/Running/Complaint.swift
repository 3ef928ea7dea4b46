import Foundation

/// What goes wrong, as who runs the program is told of it.
enum Complaint {
    /// An error's own sentence: that of a Cocoa error without the dump of its dictionary.
    static func sentence(for error: any Error) -> String {
        // Of others Foundation would say no more than the type's name.
        if type(of: error) is NSError.Type { return error.localizedDescription }
        if let error = error as? any LocalizedError, let sentence = error.errorDescription { return sentence }
        return "\(error)"
    }

    /// Writes a sentence to standard error, behind the program's name. One that cannot be written there is lost.
    static func tell(_ sentence: String) {
        try? FileHandle.standardError.write(contentsOf: Data("Atlas: \(sentence)\n".utf8))
    }

    /// Ends the program with status 1 and a sentence.
    static func fail(_ sentence: String) -> Never {
        tell(sentence)
        exit(EXIT_FAILURE)
    }
}
