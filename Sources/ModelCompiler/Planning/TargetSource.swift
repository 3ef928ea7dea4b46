public import SourceScanning

/// What code is generated from: a target's source, that of the targets it depends on, and its models.
public struct TargetSource: Sendable {
    /// The target's module.
    public let module: String
    /// Its files.
    public let files: [ScannedFile]
    /// The files of the targets that it depends on, by their modules.
    public let dependencies: [String: [ScannedFile]]
    /// The entities of its models.
    public let entities: [EntityOutline]

    /// What code is generated from.
    public init(
        module: String, files: [ScannedFile], dependencies: [String: [ScannedFile]] = [:],
        entities: [EntityOutline] = []
    ) {
        self.module = module
        self.files = files
        self.dependencies = dependencies
        self.entities = entities
    }
}
