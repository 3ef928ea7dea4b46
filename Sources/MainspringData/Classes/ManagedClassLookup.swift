internal import Synchronization

/// Whether the classes are looked for that models name.
@_spi(Tools) public enum ManagedClassLookup {
    private static let isWanted = Atomic<Bool>(true)

    static var isOn: Bool { isWanted.load(ordering: .relaxed) }

    /// Has all objects be `NSManagedObject`s, whatever classes models name, and says nothing of it: for programs that work on stores of
    /// others. For the rest of the process, and for models that are not in use yet. Any thread.
    @_spi(Tools) public static func turnOff() { isWanted.store(false, ordering: .relaxed) }
}
