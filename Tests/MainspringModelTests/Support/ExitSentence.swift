import Foundation
import Testing

/// Expects that a process that has ended said something on standard error; gives all that it said.
@discardableResult
func expect(
    _ result: ExitTest.Result?, says sentence: String, sourceLocation: SourceLocation = #_sourceLocation
) -> String {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Mainspring: " + sentence), sourceLocation: sourceLocation)
    return text
}
