internal import Diagnostics

/// The members of a structure that key paths reach: by name, what reads and what sets them. Ours.
///
/// A name may have dots: `rotation` and `rotation.z` may both be members of a transform. Of several that a path begins
/// with the longest counts.
public struct StructureMembers<Structure>: Sendable {
    let table: MemberTable

    /// Makes the members that a closure adds.
    public init(_ declare: (inout Declaration) -> Void) {
        var declaration = Declaration()
        declare(&declaration)
        table = MemberTable(declaration.members)
    }

    /// The names of the members, sorted.
    public var names: [String] { table.members.keys.sorted() }

    /// Access to a member, or a member of a member, by the path that leads to it, such as `size.width`; `nil` if there
    /// is none, or it is of another type.
    ///
    /// For whoever reads or sets one member often: no names are looked up afterwards, and nothing is boxed.
    public func access<Value>(_ path: String, as type: Value.Type) -> MemberAccess<Structure, Value>? {
        access(path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...], as: type)
    }

    func access<Value>(_ names: ArraySlice<String>, as type: Value.Type) -> MemberAccess<Structure, Value>? {
        guard let (member, count) = table.member(names) else { return nil }
        return member.access(names.dropFirst(count), of: Structure.self, as: type)
    }

    /// What the members of a structure are added to. Ours.
    public struct Declaration {
        var members: [String: StructureMember] = [:]

        /// Adds a member that can be read and set.
        public mutating func add<Value>(_ name: String, _ keyPath: any WritableKeyPath<Structure, Value> & Sendable) {
            add(name, get: { $0[keyPath: keyPath] }, set: { $0[keyPath: keyPath] = $1 })
        }

        /// Adds a member that can only be read.
        public mutating func add<Value>(_ name: String, _ keyPath: any KeyPath<Structure, Value> & Sendable) {
            add(name, get: { $0[keyPath: keyPath] })
        }

        /// Adds a member that is computed by closures, and can only be read if there is no second one.
        public mutating func add<Value>(
            _ name: String, get: @escaping @Sendable (Structure) -> Value,
            set: (@Sendable (inout Structure, Value) -> Void)? = nil
        ) {
            let owner = String(describing: Structure.self)
            for component in name.split(separator: ".", omittingEmptySubsequences: false) {
                checkKeyName(String(component), owner: owner)
            }
            let member = TypedStructureMember(name: name, MemberAccess(read: get, write: set))
            if members.updateValue(member, forKey: name) != nil {
                programmerError("The member \"\(name)\" of \(owner) is declared twice. Remove one of the two.")
            }
        }
    }
}
