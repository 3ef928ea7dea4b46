import Testing

/// A fenced block of a document: the words after the opening fence, and the text up to the closing one.
struct CodeBlock: Sendable, CustomTestStringConvertible {
    /// What a block is there for, said by the word after its language.
    enum Role: String, Sendable {
        /// Stands as it is in a file; must compile.
        case file = ""
        /// A complete program; must also link, run to its end and print what the document shows below it.
        case program
        /// A package manifest; must load with its dependencies.
        case manifest
        /// How it is written for Apple's platforms; the block that follows it does the same here.
        case apple
    }

    /// The document's path, from the root of the package.
    let document: String
    /// The line of the document that the block's text begins on.
    let line: Int
    let language: String
    let role: Role
    let text: String

    var testDescription: String { "\(document):\(line)" }
}
