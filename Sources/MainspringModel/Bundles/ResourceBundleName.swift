internal import Foundation

/// The name of a folder in which SwiftPM puts the resources of a target: `Package_Target.resources`.
///
/// Package and target may have underscores of their own, so the name alone does not tell where one ends.
struct ResourceBundleName: Equatable {
    /// What may be the target's module, the longest first.
    let modules: [String]

    /// The name in a path; nil if there is none.
    init?(containing url: URL) {
        guard let folder = url.pathComponents.last(where: { $0.hasSuffix(Self.suffix) }) else { return nil }
        self.init(String(folder.dropLast(Self.suffix.count)))
    }

    /// - Parameter name: The name without the extension.
    init?(_ name: String) {
        modules = name.indices.filter { name[$0] == "_" }
            .map { Self.module(String(name[name.index(after: $0)...])) }
            .filter { !$0.isEmpty }
        if modules.isEmpty { return nil }
    }

    static let suffix = ".resources"

    /// The module of a target: what cannot stand in a name of Swift's is an underscore.
    private static func module(_ target: String) -> String {
        String(String.UnicodeScalarView(target.unicodeScalars.map { $0.properties.isXIDContinue ? $0 : "_" }))
    }

    /// Lets the entities remember the module, unless the file names one.
    ///
    /// Of several possible ones it is that which has the class of one of the entities; else the longest name.
    func setModules(of model: NSManagedObjectModel) {
        let names = model.entities.prefix(8).compactMap(\.explicitClassName)
        let module =
            modules.count == 1
            ? modules[0]
            : modules.first { module in
                names.contains { NSClassFromString("\(module).\($0)") != nil }
            }
        for entity in model.entities where entity.source.moduleName == nil {
            entity.source.moduleName = module ?? modules[0]
        }
    }
}
