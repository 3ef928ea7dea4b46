public import Foundation

extension NSArray {
    /// Returns what a key gives for each element, as an `[Any]` with `NSNull` for `nil`; `@count` gives the number of
    /// elements.
    public func value(forKey key: String) -> Any { ReportedAccess.value(self, key) ?? [Any]() }

    /// Sets a key of each element.
    public func setValue(_ value: Any?, forKey key: String) { ReportedAccess.setValue(value, self, key) }

    /// Returns what a path leads to from the array; see ``KeyValuePath``.
    public func value(forKeyPath keyPath: String) -> Any? { ReportedAccess.value(self, path: keyPath) }

    /// Sets what a path leads to from each element.
    public func setValue(_ value: Any?, forKeyPath keyPath: String) {
        ReportedAccess.setValue(value, self, path: keyPath)
    }
}
