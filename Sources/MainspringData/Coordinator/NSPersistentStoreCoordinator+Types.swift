internal import Diagnostics
public import Foundation

extension NSPersistentStoreCoordinator {
    /// The kinds of stores that are registered, with the addresses of their classes.
    ///
    /// **Differences from Apple**: the values are numbers; Foundation's values of Linux cannot hold pointers.
    public final class var registeredStoreTypes: [String: NSValue] {
        StoreRegistry.all.mapValues { type in
            // A class is a pointer, to what is never freed.
            NSNumber(value: UInt(bitPattern: unsafeBitCast(type as AnyClass, to: UnsafeRawPointer.self)))
        }
    }

    /// Registers a class for a kind of store, instead of the one that is registered; nil for none.
    ///
    /// Any thread, before the first store of the kind is added. A class that does not inherit from ``NSAtomicStore`` or
    /// ``NSIncrementalStore`` is an error of the program.
    public final class func registerStoreClass(_ storeClass: AnyClass?, type: NSPersistentStore.StoreType) {
        guard let storeClass else { return StoreRegistry.set(nil, for: type.rawValue) }
        guard let makes = storeClass as? NSPersistentStore.Type, makes.traits.contains(.isConcrete) else {
            programmerError(
                """
                \(storeClass) cannot be registered for the kind of store “\(type.rawValue)”: it keeps nothing. Let it inherit \
                from NSAtomicStore or NSIncrementalStore.
                """)
        }
        StoreRegistry.set(makes, for: type.rawValue)
    }

    /// Registers a class for a kind of store, as ``registerStoreClass(_:type:)``.
    public final class func registerStoreClass(_ storeClass: AnyClass?, forStoreType storeType: String) {
        registerStoreClass(storeClass, type: NSPersistentStore.StoreType(rawValue: storeType))
    }
}
