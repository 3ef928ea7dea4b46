/// An import of a module, or of something in it.
public struct ScannedImport: Hashable, Sendable {
    /// The module.
    public let module: String
    /// The conditions under which it is compiled.
    public let conditions: [String]

    /// An import of a module.
    public init(module: String, conditions: [String] = []) {
        self.module = module
        self.conditions = conditions
    }
}
