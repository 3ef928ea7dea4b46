internal import SourceScanning

/// The types that a module's source declares.
struct ModuleDeclarations {
    /// A type and where it stands.
    struct Entry {
        let type: ScannedType
        let file: ScannedFile
    }

    let name: String
    let files: [ScannedFile]
    /// Its types by their whole names.
    private(set) var types: [[String]: Entry] = [:]
    /// Names that are private to a file and stand in several.
    private(set) var repeatedNames: Set<[String]> = []
    /// For each type the conditions of each of its declarations.
    private var conditions: [[String]: [[String]]] = [:]

    init(name: String, files: [ScannedFile]) {
        self.name = name
        self.files = files
        for file in files {
            for type in file.types {
                if let other = types[type.path], other.file.path != file.path, type.conditions.isEmpty {
                    repeatedNames.insert(type.path)
                }
                types[type.path] = Entry(type: type, file: file)
                conditions[type.path, default: []].append(type.conditions)
            }
        }
    }

    /// The conditions under which a type is declared, wherever that is.
    func conditions(of path: [String]) -> [String] {
        let all = conditions[path] ?? []
        guard all.count > 1 else { return all.first ?? [] }
        guard all.allSatisfy({ !$0.isEmpty }) else { return [] }
        return ["(" + all.map { $0.joined(separator: " && ") }.joined(separator: ") || (") + ")"]
    }
}
