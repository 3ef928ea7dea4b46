import Glibc
import Mainspring

/// A pipe whose reading end a loop watches.
final class WatchedPipe: Sendable {
    private let reading: Int32
    private let writing: Int32
    private let watch: FileDescriptorSource

    /// Calls the handler on the loop's thread with what can be read, whenever something can.
    init(on loop: CFRunLoop, handler: @escaping (String) -> Void) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { fatalError("There is no pipe: \(String(cString: strerror(errno))).") }
        (reading, writing) = (ends[0], ends[1])
        let reading = ends[0]
        watch = try FileDescriptorSource(fileDescriptor: reading, events: .readable) { _ in
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(reading, &bytes, bytes.count)
            handler(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self))
        }
        CFRunLoopAddSource(loop, watch.source, .commonModes)
    }

    func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(writing, bytes, bytes.count)
    }

    /// Ends the watch and closes both ends.
    func close() {
        watch.invalidate()
        _ = Glibc.close(reading)
        _ = Glibc.close(writing)
    }
}
