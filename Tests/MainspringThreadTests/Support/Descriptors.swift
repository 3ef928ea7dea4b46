import Glibc
import Locks
import Mainspring

/// A descriptor whose number no other test gets, so that a test may close it and look at what happens to the number.
final class OwnDescriptor: Sendable {
    let number: Int32
    private let isOpen = Guarded(true)

    /// Numbers that no descriptor has: above the lowest free numbers, which other tests get, and below 1,024, the usual limit.
    private static let freeNumbers = Guarded<[Int32]>(Array(700..<1_020))

    /// Moves a descriptor to a number of its own.
    init(moving descriptor: Int32) {
        precondition(descriptor >= 0, "no descriptor: errno \(errno)")
        let wanted = Self.freeNumbers.withLock { $0.popLast() }
        precondition(wanted != nil, "more than 320 descriptors of the tests' own at once")
        number = fcntl(descriptor, F_DUPFD_CLOEXEC, wanted ?? 0)
        precondition(number == wanted, "no descriptor number of the test's own: \(number) instead of \(wanted ?? 0)")
        Glibc.close(descriptor)
    }

    deinit {
        close()
        Self.freeNumbers.withLock { $0.insert(number, at: 0) }
    }

    /// Closes it, once.
    func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { Glibc.close(number) }
    }

    /// Closes it and gives its number to another file, as happens to whoever opens one next.
    func becomes(_ stranger: Int32) { dup2(stranger, number) }

    /// Another number for the same open file.
    func duplicate() -> OwnDescriptor { OwnDescriptor(moving: dup(number)) }

    func write(_ text: String) {
        var text = text
        _ = text.withUTF8 { Glibc.write(number, $0.baseAddress, $0.count) }
    }

    /// Reads what is there; does not wait for more.
    func read() -> String {
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(number, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Writes until there is no more room.
    func fill() {
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        let bytes = [UInt8](repeating: 0, count: 65_536)
        while Glibc.write(number, bytes, bytes.count) > 0 {}
    }

    /// Both ends of a pipe.
    static func pipe() -> (reader: OwnDescriptor, writer: OwnDescriptor) {
        var ends: [Int32] = [-1, -1]
        Glibc.pipe(&ends)
        return (OwnDescriptor(moving: ends[0]), OwnDescriptor(moving: ends[1]))
    }

    /// Both ends of a connection.
    static func connection() -> (near: OwnDescriptor, far: OwnDescriptor) {
        var ends: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        return (OwnDescriptor(moving: ends[0]), OwnDescriptor(moving: ends[1]))
    }

    /// A regular file with some text in it, which has no name.
    static func file(_ text: String = "text") -> OwnDescriptor {
        var name = Array("/tmp/mainspring-test-XXXXXX".utf8CString)
        let file = OwnDescriptor(moving: mkstemp(&name))
        unlink(name)
        file.write(text)
        lseek(file.number, 0, SEEK_SET)
        return file
    }
}
