internal import Dispatch
internal import Foundation
internal import Glibc

/// Tells when a database file, or what lies beside it, may have been written, by whatever process.
///
/// The kernel says so (inotify(7), of the folder, since a log comes and goes): while nobody writes nothing runs. Told are
/// writes, not commits, and of another file system than this machine's none.
final class FileWatch: @unchecked Sendable {
    // `@unchecked Sendable`: constant, and a source may be cancelled on any thread.

    private let source: any DispatchSourceRead

    /// - Parameters:
    ///   - queue: on it `changed` is called.
    ///   - changed: somebody may have written.
    init?(path: String, queue: DispatchQueue, changed: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let folder = (path as NSString).deletingLastPathComponent
        let events = UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO)
        guard inotify_add_watch(descriptor, folder.isEmpty ? "." : folder, events) >= 0 else {
            close(descriptor)
            return nil
        }
        let name = (path as NSString).lastPathComponent
        let names: Set<String> = [name, "\(name)-wal", "\(name)-journal"]
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { if Self.mentions(names, descriptor) { changed() } }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    deinit { source.cancel() }

    /// Ends it. What has begun goes on to its end.
    func stop() { source.cancel() }

    /// Reads all that is there to be read.
    /// - Returns: whether one of the names is in it.
    private static func mentions(_ names: Set<String>, _ descriptor: Int32) -> Bool {
        var isMentioned = false
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var place = 0
                while place + 16 <= count {
                    // An event is sixteen bytes, of which the last four say how long the name behind them is.
                    let length = Int(buffer.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
                    guard place + 16 + length <= count else { break }
                    let name = buffer[(place + 16)..<(place + 16 + length)].prefix { $0 != 0 }
                    let mask = buffer.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
                    // Where so much has happened that events were dropped, it may have been ours.
                    let hasLostSome = mask & UInt32(IN_Q_OVERFLOW) != 0
                    if hasLostSome || names.contains(String(decoding: name, as: UTF8.self)) { isMentioned = true }
                    place += 16 + length
                }
            }
        }
        return isMentioned
    }
}
