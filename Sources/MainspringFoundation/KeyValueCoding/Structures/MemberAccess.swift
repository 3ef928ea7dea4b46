internal import Diagnostics

/// Reads and sets a member of a structure, without looking it up and without boxing it. Ours.
public struct MemberAccess<Structure, Value>: @unchecked Sendable {
    // `@unchecked Sendable`: made of closures that are Sendable, and of others like itself.

    let read: (Structure) -> Value
    let write: ((inout Structure, Value) -> Void)?

    /// Whether the member can be set.
    public var isWritable: Bool { write != nil }

    /// Reads the member.
    public func get(from structure: Structure) -> Value { read(structure) }

    /// Sets the member, which must be writable.
    public func set(_ value: Value, in structure: inout Structure) {
        guard let write else {
            programmerError("This member of \(Structure.self) can only be read. Ask isWritable before setting it.")
        }
        write(&structure, value)
    }
}
