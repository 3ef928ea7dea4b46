internal import Glibc

/// A reply or an event of the server's: memory that the C library has allocated and that goes with this object.
@dynamicMemberLookup
final class CReply<Value> {
    let pointer: UnsafeMutablePointer<Value>

    /// Nil where there is none.
    init?(_ pointer: UnsafeMutablePointer<Value>?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    deinit { free(pointer) }

    subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { pointer.pointee[keyPath: path] }
}
