public import Foundation

// `value(forKey:)` is Foundation's own on Linux too.

extension NSDictionary {
    /// Returns what a path leads to from the dictionary; see ``KeyValuePath``.
    public func value(forKeyPath keyPath: String) -> Any? { ReportedAccess.value(self, path: keyPath) }
}

extension NSMutableDictionary {
    /// Sets the entry for a key; removes it for `nil`.
    public func setValue(_ value: Any?, forKey key: String) { ReportedAccess.setValue(value, self, key) }

    /// Sets what a path leads to from the dictionary.
    public func setValue(_ value: Any?, forKeyPath keyPath: String) {
        ReportedAccess.setValue(value, self, path: keyPath)
    }
}
