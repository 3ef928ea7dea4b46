/// Structures whose members are reached by key paths, such as `bounds.size.width`.
///
/// Ours. A module adds the conformance for a structure of its own:
///
/// ```swift
/// extension Insets: KeyValueStructure {
///     static let keyValueMembers = StructureMembers<Insets> {
///         $0.add("top", \.top)
///         $0.add("total", get: { $0.top + $0.bottom })
///     }
/// }
/// ```
public protocol KeyValueStructure: SendableMetatype {
    /// The members, by name. A constant, so that it is made once.
    static var keyValueMembers: StructureMembers<Self> { get }
}
