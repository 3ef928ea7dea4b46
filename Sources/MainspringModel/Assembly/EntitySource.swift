/// What a file says about an entity beside its description, for those who write code or the file again.
package struct EntitySource: Hashable, Sendable {
    /// Which code Xcode would make: `class`, `category`, or none.
    package var codeGenerationType: String?
    /// The module in which the entity's class is to be looked for: that of the package's target in whose resources the
    /// model lies, or the one that the file names.
    package var moduleName: String?
    /// The module that the file names before the class's name.
    package var classModule: String?
    /// Whether the class's name is written with a dot before it: a class of the module that the model belongs to.
    package var isClassOfOwnModule = false
    /// Whether the entity may be synchronized, if the file says so. Without effect.
    package var isSyncable: Bool?

    package init() {}
}

extension NSEntityDescription {
    /// Which code Xcode would make for the entity: `class`, `category`, or none.
    @_spi(Tools) public final var codeGenerationType: String? {
        get { source.codeGenerationType }
        set { source.codeGenerationType = newValue }
    }

    /// The module in which the entity's class is to be looked for, if the model's file or its place tells.
    package final var moduleName: String? {
        get { source.moduleName }
        set { source.moduleName = newValue }
    }
}
