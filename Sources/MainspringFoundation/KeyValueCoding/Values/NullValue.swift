internal import Foundation

/// What stands for nil in collections.
enum NullValue {
    /// The one that everything of ours gives: on Linux all are equal, but hash by their identity, so that two in one set
    /// end the process.
    static let shared = NSNull()
}

/// Whether a value is `NSNull`, which has no subclass: a cast would first ask whether the value is bridged to an
/// object.
func isNull(_ value: Any) -> Bool { type(of: value) == NSNull.self }
