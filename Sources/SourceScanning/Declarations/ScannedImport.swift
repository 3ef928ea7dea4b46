/// An import of a module, or of something in it.
package struct ScannedImport: Hashable, Sendable {
    /// The module.
    package let module: String
    /// The conditions under which it is compiled.
    package let conditions: [String]

    /// An import of a module.
    package init(module: String, conditions: [String] = []) {
        self.module = module
        self.conditions = conditions
    }
}
