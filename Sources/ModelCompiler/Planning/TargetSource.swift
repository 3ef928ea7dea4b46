package import SourceScanning

/// What code is generated from: a target's source, that of the targets it depends on, and its models.
package struct TargetSource: Sendable {
    /// The target's module.
    package let module: String
    /// Its files.
    package let files: [ScannedFile]
    /// The files of the targets that it depends on, by their modules.
    package let dependencies: [String: [ScannedFile]]
    /// The entities of its models.
    package let entities: [EntityOutline]

    /// What code is generated from.
    package init(
        module: String, files: [ScannedFile], dependencies: [String: [ScannedFile]] = [:],
        entities: [EntityOutline] = []
    ) {
        self.module = module
        self.files = files
        self.dependencies = dependencies
        self.entities = entities
    }
}
