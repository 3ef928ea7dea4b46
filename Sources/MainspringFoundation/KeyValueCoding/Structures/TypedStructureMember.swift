/// A member of a structure when both types are known.
final class TypedStructureMember<Structure, Member>: StructureMember {
    private let own: MemberAccess<Structure, Member>
    private let convert: (Any) -> Member?
    private let allowsNil: Bool

    init(name: String, _ own: MemberAccess<Structure, Member>) {
        self.own = own
        convert = ValueConversion.converter(to: Member.self)
        allowsNil = Member.self is any OptionalValue.Type
        super.init(name: name)
    }

    override func value(in structure: Any) -> Any? {
        guard let structure = structure as? Structure else { return nil }
        return allowsNil ? flattened(own.read(structure)) : own.read(structure)
    }

    override func setting(_ value: Any?, in structure: Any) throws(KeyValueError) -> Any {
        let owner = String(describing: Structure.self)
        guard let write = own.write, var changed = structure as? Structure else {
            throw .readOnlyKey(name, owner: owner)
        }
        if let value = flattened(value) {
            guard let converted = convert(value) else {
                throw .wrongValue(name, owner: owner, expected: "\(Member.self)", given: KeyValueError.naming(value))
            }
            write(&changed, converted)
        } else {
            guard let none = (Member.self as? any OptionalValue.Type)?.noValue as? Member else {
                throw .nilValue(name, owner: owner, expected: "\(Member.self)")
            }
            write(&changed, none)
        }
        return changed
    }

    override func access<Whole, Value>(
        _ names: ArraySlice<String>, of structure: Whole.Type, as type: Value.Type
    ) -> MemberAccess<Whole, Value>? {
        guard !names.isEmpty else { return own as? MemberAccess<Whole, Value> }
        guard let own = own as? MemberAccess<Whole, Member>,
            let inner = Member.self as? any KeyValueStructure.Type
        else { return nil }
        return own.access(names, in: inner, as: type)
    }
}

extension MemberAccess {
    /// Access to a member of the member, which is a structure of a type that only the caller knows.
    fileprivate func access<Inner: KeyValueStructure, Member>(
        _ names: ArraySlice<String>, in inner: Inner.Type, as type: Member.Type
    ) -> MemberAccess<Structure, Member>? {
        guard let own = self as? MemberAccess<Structure, Inner>,
            let member = Inner.keyValueMembers.access(names, as: type)
        else { return nil }
        var write: ((inout Structure, Member) -> Void)?
        if let writeOwn = own.write, let writeMember = member.write {
            write = { structure, value in
                var inner = own.read(structure)
                writeMember(&inner, value)
                writeOwn(&structure, inner)
            }
        }
        return MemberAccess<Structure, Member>(read: { member.read(own.read($0)) }, write: write)
    }
}
