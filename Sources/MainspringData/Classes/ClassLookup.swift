internal import Diagnostics
internal import Foundation
@_spi(Tools) internal import MainspringModel

/// Classes that models name and the program does not have.
private enum MissingClassLog {
    static let shared = OnceLog<String>(ending: "Of further classes that are missing nothing is said.")
}

extension NSEntityDescription {
    /// The class of the entity's objects, by the name that the model gives.
    ///
    /// `Module.Class` is looked for there; `.Class` and `Class` in the module whose resource the model is, then in the
    /// program's own, then in all modules that have generated code: one alone must have it. Where there is no such class,
    /// standard error says so once, and objects are `NSManagedObject`s, as on Apple's platforms.
    package final var managedObjectClass: NSManagedObject.Type {
        guard let name = explicitClassName, !name.isEmpty, name != "NSManagedObject", ManagedClassLookup.isOn else {
            return NSManagedObject.self
        }
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, !parts[0].isEmpty {
            if let found = ManagedModules.type(named: String(parts[1]), in: String(parts[0])) { return found }
        } else {
            let own = String(parts[parts.count - 1])
            for module in modulesToSearch {
                if let found = ManagedModules.type(named: own, in: module) { return found }
            }
            let elsewhere = ManagedModuleSearch.moduleNames().compactMap { ManagedModules.type(named: own, in: $0) }
            if elsewhere.count == 1 { return elsewhere[0] }
            if elsewhere.count > 1 {
                MissingClassLog.shared.write(
                    name,
                    """
                    The class “\(name)” of the entity “\(self.name ?? "")” is in several modules: \
                    \(elsewhere.map { String(reflecting: $0) }.joined(separator: ", ")). Its objects are NSManagedObjects; \
                    write the module into the model.
                    """)
                return NSManagedObject.self
            }
        }
        MissingClassLog.shared.write(
            name,
            """
            The class “\(name)” of the entity “\(self.name ?? "")” is not in the program: its objects are \
            NSManagedObjects. Check the name and the module in the model, and that the target uses the plugin.
            """)
        return NSManagedObject.self
    }

    private var modulesToSearch: [String] { [moduleName, Self.programModule].compactMap(\.self) }

    /// The module of the program, by the name of its file.
    private static let programModule: String? = CommandLine.arguments.first.map {
        let name = URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent
        return String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }
}
