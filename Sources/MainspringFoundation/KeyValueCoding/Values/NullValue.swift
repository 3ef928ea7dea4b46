internal import Foundation

/// Whether a value is `NSNull`, which has no subclass: a cast would first ask whether the value is bridged to an
/// object.
func isNull(_ value: Any) -> Bool { type(of: value) == NSNull.self }
