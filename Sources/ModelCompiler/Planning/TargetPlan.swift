internal import SourceScanning

/// What is generated for a target.
struct TargetPlan {
    let module: String
    /// Its classes, by name, a superclass before its subclasses of the same module.
    let classes: [ClassPlan]
    /// What the generated files import.
    let imports: [ScannedImport]
    /// The module by whose name the target knows the object graph; nil where it imports none.
    let objectModule: String?
    /// The module by whose name the target knows layers; nil where it imports none.
    let layerModule: String?
    /// Whether some file imports the module `CoreData` by that name.
    let importsCoreData: Bool
    /// What Foundation has as well, and the module offers to others.
    let publicMentions: Set<String>
    /// What the build has to show.
    let diagnostics: [Diagnostic]
    /// What the compiler has to tell, if the conditions hold.
    let conditionalErrors: [(diagnostic: Diagnostic, conditions: [String])]
    /// The modules in which the entities' classes were found, by the classes' names.
    let classModules: [String: String]
    /// What a class of an entity is called in source, by the entity's name.
    let classNames: [String: String]
    /// The types that the models name for attributes, by those names.
    let customTypes: [String: CustomType]
    /// The last parts of the names of the types that the target declares.
    let typeNames: Set<String>
}
