import MainspringData
import Testing

extension NSManagedObjectContextConcurrencyType {
    /// Without the warning that is meant for programs.
    static let confined = NSManagedObjectContextConcurrencyType(rawValue: 0)!
}

extension ExitTest.Result {
    /// What the process has written to standard error.
    var errorText: String { String(decoding: standardErrorContent, as: UTF8.self) }
}
