internal import Foundation
internal import Locks

/// The tables that the code generator has left in the program's modules.
///
/// Nothing is registered, and nothing has to run first: a module's table is a type whose name is known, and types are
/// found by name.
enum ManagedModules {
    private struct Module {
        let tables: [ManagedClassTable]
        let byType: [ObjectIdentifier: ManagedClassTable]
        let byName: [String: NSManagedObject.Type]
    }

    private static let known = Guarded<[String: Module]>([:])

    /// The table of a class; nil if none was made for it.
    static func table(of type: NSManagedObject.Type) -> ManagedClassTable? {
        module(named: moduleName(of: type)).byType[ObjectIdentifier(type)]
    }

    /// A module's class by its name; nil if there is no such class, or one that is not a managed object's.
    static func type(named name: String, in module: String) -> NSManagedObject.Type? {
        if let known = self.module(named: module).byName[name] { return known }
        let mangled = "\(module.utf8.count)\(module)\(name.utf8.count)\(name)C"
        return _typeByName(mangled) as? NSManagedObject.Type
    }

    /// The name of the module that declares a class.
    static func moduleName(of type: NSManagedObject.Type) -> String {
        String(String(reflecting: type).prefix { $0 != "." })
    }

    private static func module(named name: String) -> Module {
        if let module = known.withLock({ $0[name] }) { return module }
        // The table is the module's code: no lock is held.
        let found = _typeByName("\(name.utf8.count)\(name)15__ManagedModuleO") as? any ManagedModuleTable.Type
        let tables = found?.classes ?? []
        let made = Module(
            tables: tables,
            byType: Dictionary(tables.map { (ObjectIdentifier($0.type), $0) }) { first, _ in first },
            byName: Dictionary(
                tables.map { (String(String(reflecting: $0.type).dropFirst(name.count + 1)), $0.type) }
            ) { first, _ in first })
        return known.withLock { modules in
            if let module = modules[name] { return module }
            modules[name] = made
            return made
        }
    }
}

/// How many properties a class has, its superclasses' included. Ours; for what the model compiler writes about
/// subclasses in other modules.
public func managedSlotCount(of type: NSManagedObject.Type) -> Int {
    ManagedModules.table(of: type).map { $0.firstSlot + $0.properties.count } ?? 0
}
