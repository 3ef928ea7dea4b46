internal import Foundation

/// Why something cannot be done, in a sentence that names the thing and says what to do.
struct ToolError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// What is said of any error.
    static func sentence(for error: any Error) -> String {
        if let error = error as? ToolError { return error.description }
        if type(of: error) is NSError.Type { return (error as NSError).localizedDescription }
        if let error = error as? any LocalizedError, let sentence = error.errorDescription { return sentence }
        return "\(error)"
    }
}
