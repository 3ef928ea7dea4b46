/// A member of a structure, whatever the types of both.
class StructureMember {
    let name: String

    init(name: String) { self.name = name }

    /// Reads the member of a structure, which is of the right type.
    func value(in structure: Any) -> Any? { nil }

    /// Converts a value and sets the member; returns the changed structure.
    func setting(_ value: Any?, in structure: Any) throws(KeyValueError) -> Any { structure }

    /// Access to a member of the member; to the member itself if no names are given.
    func access<Structure, Value>(
        _ names: ArraySlice<String>, of structure: Structure.Type, as type: Value.Type
    ) -> MemberAccess<Structure, Value>? { nil }
}
