/// What a file of Swift source declares, as far as the code generator asks for it.
public struct ScannedFile: Sendable {
    /// The path by which messages name it.
    public let path: String
    /// The modules that it imports, each once for the same conditions, in order.
    public internal(set) var imports: [ScannedImport] = []
    /// Its types, in order, also those in types and in extensions.
    public internal(set) var types: [ScannedType] = []
    /// Its `@NSManaged` properties and methods, in order.
    public internal(set) var members: [ScannedMember] = []
    /// Its properties with code of their own, in order.
    public internal(set) var accessors: [ScannedAccessor] = []
    /// The names, of those asked for, that stand in what it offers to other modules.
    public private(set) var publicMentions: Set<String> = []

    /// Scans a file.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - names: The names that are looked for in what it offers to other modules.
    /// - Complexity: linear in its length.
    public init(_ source: SourceFile, lookingFor names: Set<String> = []) {
        path = source.path
        var scanner = DeclarationScanner(source)
        scanner.run()
        imports = scanner.imports
        types = scanner.types
        members = scanner.members
        accessors = scanner.accessors
        if !names.isEmpty { publicMentions = PublicMentions.names(of: names, in: source) }
    }

    /// The names of the modules that it imports under whatever conditions.
    public var importedModules: [String] { imports.map(\.module) }

    /// Scans a text.
    public init(path: String, text: String, lookingFor names: Set<String> = []) {
        self.init(SourceFile(path: path, text: text), lookingFor: names)
    }
}
