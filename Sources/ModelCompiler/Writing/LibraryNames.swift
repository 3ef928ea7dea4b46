/// How the types of the libraries are called in generated source: by their names alone, or with their modules where the
/// target declares a type of the same name, as an entity called `String` does.
struct LibraryNames {
    /// The last parts of the names of the target's types.
    let taken: Set<String>
    /// The module by whose name the target knows the object graph.
    let objectModule: String

    init(_ target: TargetPlan) {
        taken = target.typeNames
        objectModule = target.objectModule ?? "CoreData"
    }

    /// A type as it can be written, each name in it taken by itself.
    func callAsFunction(_ type: String) -> String {
        guard !taken.isEmpty else { return type }
        var text = ""
        var word = ""
        for character in type {
            if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
            } else {
                text += qualified(word)
                word = ""
                text.append(character)
            }
        }
        return text + qualified(word)
    }

    private func qualified(_ name: String) -> String {
        guard taken.contains(name), let module = Self.modules[name] else { return name }
        return "\(module.isEmpty ? objectModule : module).\(name)"
    }

    /// The modules of the library's types in a type.
    func modules(in type: String) -> Set<String> {
        let words = type.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        return Set(words.compactMap { Self.modules[String($0)] }.map { $0.isEmpty ? objectModule : $0 })
    }

    /// The modules of the types that generated source names; empty for that of the object graph.
    private static let modules: [String: String] = {
        let names: [(module: String, names: String)] = [
            ("Swift", "AnyKeyPath Bool Double Float Identifiable Int Int16 Int32 Int64 String"),
            (
                "Foundation",
                """
                Data Date NSDecimalNumber NSIndexSet NSNumber NSObject NSOrderedSet NSSet TimeInterval URL UUID
                """
            ),
            (
                "",
                "ConcurrencyDebug ManagedClassTable ManagedModuleTable NSFetchRequest NSManagedObject NSManagedObjectID"
            ),
        ]
        var modules: [String: String] = [:]
        for (module, names) in names {
            for name in names.split(separator: " ") { modules[String(name)] = module }
        }
        return modules
    }()
}
