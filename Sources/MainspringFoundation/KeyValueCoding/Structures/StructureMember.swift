/// A member of a structure, whatever its type.
class StructureMember<Structure> {
    let name: String

    init(name: String) { self.name = name }

    /// Reads the member.
    func value(in structure: Structure) -> Any? { nil }

    /// Converts a value and sets the member.
    func set(_ value: Any?, in structure: inout Structure) throws(KeyValueError) {}

    /// Access to a member of the member; to the member itself if no names are given.
    func access<Value>(_ names: ArraySlice<String>, as type: Value.Type) -> MemberAccess<Structure, Value>? { nil }
}

/// A member of a structure that is of a known type.
final class TypedStructureMember<Structure, Member>: StructureMember<Structure> {
    private let own: MemberAccess<Structure, Member>
    private let convert: (Any) -> Member?
    private let allowsNil: Bool

    init(name: String, _ own: MemberAccess<Structure, Member>) {
        self.own = own
        convert = ValueConversion.converter(to: Member.self)
        allowsNil = Member.self is any OptionalValue.Type
        super.init(name: name)
    }

    override func value(in structure: Structure) -> Any? {
        allowsNil ? flattened(own.read(structure)) : own.read(structure)
    }

    override func set(_ value: Any?, in structure: inout Structure) throws(KeyValueError) {
        let owner = String(describing: Structure.self)
        guard let write = own.write else { throw .readOnlyKey(name, owner: owner) }
        guard let value = flattened(value) else {
            guard let none = (Member.self as? any OptionalValue.Type)?.noValue as? Member else {
                throw .nilValue(name, owner: owner, expected: "\(Member.self)")
            }
            return write(&structure, none)
        }
        guard let converted = convert(value) else {
            throw .wrongValue(name, owner: owner, expected: "\(Member.self)", given: KeyValueError.naming(value))
        }
        write(&structure, converted)
    }

    override func access<Value>(_ names: ArraySlice<String>, as type: Value.Type) -> MemberAccess<Structure, Value>? {
        guard !names.isEmpty else { return (self as? TypedStructureMember<Structure, Value>)?.own }
        guard let inner = Member.self as? any KeyValueStructure.Type else { return nil }
        return access(names, in: inner, as: type)
    }

    private func access<Inner: KeyValueStructure, Value>(
        _ names: ArraySlice<String>, in inner: Inner.Type, as type: Value.Type
    ) -> MemberAccess<Structure, Value>? {
        guard let own = (self as? TypedStructureMember<Structure, Inner>)?.own,
            let member = Inner.keyValueMembers.access(names, as: type)
        else { return nil }
        var write: ((inout Structure, Value) -> Void)?
        if let writeOwn = own.write, let writeMember = member.write {
            write = { structure, value in
                var inner = own.read(structure)
                writeMember(&inner, value)
                writeOwn(&structure, inner)
            }
        }
        return MemberAccess(read: { member.read(own.read($0)) }, write: write)
    }
}
