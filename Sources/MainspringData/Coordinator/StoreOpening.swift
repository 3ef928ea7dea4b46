internal import Foundation

/// What a store is made of.
final class StoreOpening {
    let coordinator: NSPersistentStoreCoordinator
    let configuration: String?
    let url: URL
    let options: [AnyHashable: Any]?

    init(
        _ coordinator: NSPersistentStoreCoordinator, configuration: String?, url: URL, options: [AnyHashable: Any]?
    ) {
        (self.coordinator, self.configuration, self.url, self.options) = (coordinator, configuration, url, options)
    }
}

extension NSPersistentStore {
    /// The class's ``init(persistentStoreCoordinator:configurationName:at:options:)``, called on whatever class the
    /// receiver is.
    ///
    /// Swift calls an initializer of a class that is known only when the program runs if it is `required`; a required
    /// one would have to be written down so in each subclass that overrides it, which no class made for Apple's platforms
    /// does. This is the allocating entry point of ``init(opening:)`` under its own name, as for managed objects.
    @_silgen_name("$s14MainspringData17NSPersistentStoreC7openingAcA0D7OpeningC_tcfC")
    private static func allocate(_ opening: __owned StoreOpening) -> NSPersistentStore

    /// Makes a store of a class.
    static func make(_ type: NSPersistentStore.Type, _ opening: StoreOpening) -> NSPersistentStore {
        type.allocate(opening)
    }
}
