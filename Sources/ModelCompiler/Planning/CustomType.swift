internal import SourceScanning

/// A type that a model names for the values of a transformable attribute, as generated source writes it.
struct CustomType {
    /// The type, an optional.
    let text: String
    /// Who may use it.
    let access: AccessLevel
    /// The modules that have to be imported for it.
    let modules: Set<String>
}
