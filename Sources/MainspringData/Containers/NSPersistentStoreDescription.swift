internal import Diagnostics
public import Foundation

/// Which store a container is to have.
///
/// Belongs to one thread at a time.
open class NSPersistentStoreDescription: NSObject, NSCopying {
    /// The kind of store; SQLite at first.
    open var type = NSSQLiteStoreType
    /// The configuration of the model whose entities' objects the store keeps; nil for all.
    open var configuration: String?
    /// The place.
    open var url: URL?
    /// Whether the store is added on another thread.
    open var shouldAddStoreAsynchronously = false
    /// All options that the store gets: those that were set, and those that other members stand for.
    public final private(set) var options: [String: NSObject]
    /// SQLite's pragmas, by their names.
    public final private(set) var sqlitePragmas: [String: NSObject] = [:]

    /// Describes the store at a place: one of SQLite's that is migrated if need be, by a mapping that is inferred.
    public init(url: URL) {
        self.url = url
        options = Self.initialOptions
        super.init()
    }

    /// Describes a store without a place: one of SQLite's that is migrated if need be, by a mapping that is inferred.
    public override init() {
        options = Self.initialOptions
        super.init()
    }

    private static var initialOptions: [String: NSObject] {
        [
            NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
            NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
        ]
    }

    // MARK: Options

    /// Sets an option, by a key with “Option” at the end of its name; nil takes it out.
    open func setOption(_ option: NSObject?, forKey key: String) {
        options[key] = option
        if key == NSSQLitePragmasOption { sqlitePragmas = (option as? NSDictionary).map(Self.pragmas) ?? [:] }
    }

    /// Sets one of SQLite's pragmas; nil takes it out.
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
        sqlitePragmas[name] = value
        let all = NSMutableDictionary()
        for (name, value) in sqlitePragmas { all.setObject(value, forKey: name as NSString) }
        options[NSSQLitePragmasOption] = sqlitePragmas.isEmpty ? nil : all
    }

    private static func pragmas(_ dictionary: NSDictionary) -> [String: NSObject] {
        var pragmas: [String: NSObject] = [:]
        for (key, value) in dictionary {
            if let key = key as? String { pragmas[key] = value as? NSObject ?? NSString(string: "\(value)") }
        }
        return pragmas
    }

    /// Whether nothing is saved into the store.
    open var isReadOnly: Bool {
        get { flag(NSReadOnlyPersistentStoreOption) }
        set { setFlag(newValue, NSReadOnlyPersistentStoreOption) }
    }
    /// How long the store is waited for, in seconds; 240 at first.
    open var timeout: TimeInterval {
        get { (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
        set { options[NSPersistentStoreTimeoutOption] = NSNumber(value: newValue) }
    }
    /// Whether a store of another model is migrated; true at first.
    open var shouldMigrateStoreAutomatically: Bool {
        get { flag(NSMigratePersistentStoresAutomaticallyOption) }
        set { setFlag(newValue, NSMigratePersistentStoresAutomaticallyOption) }
    }
    /// Whether the mapping for a migration is inferred; true at first.
    open var shouldInferMappingModelAutomatically: Bool {
        get { flag(NSInferMappingModelAutomaticallyOption) }
        set { setFlag(newValue, NSInferMappingModelAutomaticallyOption) }
    }

    private func flag(_ key: String) -> Bool { (options[key] as? NSNumber)?.boolValue ?? false }
    private func setFlag(_ flag: Bool, _ key: String) { options[key] = NSNumber(value: flag) }

    /// Not available: there is no CloudKit here.
    @available(*, unavailable, message: "There is no CloudKit here.")
    public final var cloudKitContainerOptions: AnyObject? { unavailable() }

    // MARK: The object

    /// Returns a copy.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreDescription()
        (copy.type, copy.configuration, copy.url) = (type, configuration, url)
        (copy.options, copy.sqlitePragmas) = (options, sqlitePragmas)
        copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
        return copy
    }

    /// Whether the other one describes the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPersistentStoreDescription else { return false }
        return type == other.type && configuration == other.configuration && url == other.url
            && shouldAddStoreAsynchronously == other.shouldAddStoreAsynchronously && options == other.options
    }

    /// Hashes the place.
    open override var hash: Int { url.hashValue }

    /// The description in a line: the kind of store and its place.
    open override var description: String {
        "<NSPersistentStoreDescription: \(type) at \(url?.absoluteString ?? "no place")>"
    }
}

/// As Apple annotates it.
@available(*, unavailable)
extension NSPersistentStoreDescription: @unchecked Sendable {}
