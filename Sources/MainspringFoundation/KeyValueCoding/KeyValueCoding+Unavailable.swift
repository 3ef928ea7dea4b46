// What Apple's key-value coding has and this one cannot: proxies that look up accessors by selector.

internal import Diagnostics
public import Foundation

extension KeyValueCoding {
    /// Not here: there are no instance variables to look for by name.
    @available(*, unavailable, message: "Nothing looks for instance variables on Linux. Declare the key in keyTable.")
    public static var accessInstanceVariablesDirectly: Bool { unavailableProxy("accessInstanceVariablesDirectly") }

    /// Not here: a proxy that calls the object's insertion and removal methods needs selectors.
    @available(*, unavailable, message: "There are no selectors on Linux. Read the array, change it and set it.")
    public func mutableArrayValue(forKey key: String) -> NSMutableArray {
        unavailableProxy("mutableArrayValue(forKey:)")
    }

    /// Not here: a proxy that calls the object's insertion and removal methods needs selectors.
    @available(*, unavailable, message: "There are no selectors on Linux. Read the array, change it and set it.")
    public func mutableArrayValue(forKeyPath keyPath: String) -> NSMutableArray {
        unavailableProxy("mutableArrayValue(forKeyPath:)")
    }

    /// Not here: a proxy that calls the object's insertion and removal methods needs selectors.
    @available(*, unavailable, message: "There are no selectors on Linux. Read the set, change it and set it.")
    public func mutableSetValue(forKey key: String) -> NSMutableSet { unavailableProxy("mutableSetValue(forKey:)") }

    /// Not here: a proxy that calls the object's insertion and removal methods needs selectors.
    @available(*, unavailable, message: "There are no selectors on Linux. Read the set, change it and set it.")
    public func mutableSetValue(forKeyPath keyPath: String) -> NSMutableSet {
        unavailableProxy("mutableSetValue(forKeyPath:)")
    }

    /// Not here: a proxy that calls the object's insertion and removal methods needs selectors.
    @available(*, unavailable, message: "There are no selectors on Linux. Read the ordered set, change it and set it.")
    public func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
        unavailableProxy("mutableOrderedSetValue(forKey:)")
    }

    /// Not here: a proxy that calls the object's insertion and removal methods needs selectors.
    @available(*, unavailable, message: "There are no selectors on Linux. Read the ordered set, change it and set it.")
    public func mutableOrderedSetValue(forKeyPath keyPath: String) -> NSMutableOrderedSet {
        unavailableProxy("mutableOrderedSetValue(forKeyPath:)")
    }
}

private func unavailableProxy(_ name: String) -> Never {
    programmerError("\(name) is not available on Linux. Read the value, change it and set it.")
}
