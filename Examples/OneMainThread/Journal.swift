import Glibc
import Mainspring
import Synchronization

/// Writes a line for whatever happens on a loop: when, on which thread, in which pass.
final class Journal: Sendable {
    private let name: String
    private static let begin = CFAbsoluteTimeGetCurrent()
    private let passes = Atomic(1)
    private let entries = Atomic(0)
    private let strays = Atomic(0)

    /// Counts the passes of the loop, the one that is going on being the first: each begins with its timers.
    init(of loop: CFRunLoop, name: String) {
        self.name = name
        let observer = CFRunLoopObserverCreateWithHandler(
            kCFAllocatorDefault, CFRunLoopActivity.beforeTimers.rawValue, true, 0
        ) { [weak self] _, _ in
            self?.passes.wrappingAdd(1, ordering: .relaxed)
        }
        CFRunLoopAddObserver(loop, observer, CFRunLoopMode.commonModes)
    }

    /// How many entries there are, and how many of them came from another thread than the process's first.
    var count: (entries: Int, offInitialThread: Int) {
        (entries.load(ordering: .relaxed), strays.load(ordering: .relaxed))
    }

    /// How many passes the loop has begun.
    var passCount: Int { passes.load(ordering: .relaxed) }

    /// Writes a line; to be called on the loop's thread.
    func note(_ event: String) {
        let thread = Journal.threadNumber
        let isInitial = thread == getpid()
        entries.wrappingAdd(1, ordering: .relaxed)
        if !isInitial { strays.wrappingAdd(1, ordering: .relaxed) }
        let columns = [
            Journal.seconds(CFAbsoluteTimeGetCurrent() - Journal.begin).padded(to: 9),
            "thread \(thread)\(isInitial ? " (initial)" : "")".padded(to: 25),
            "\(name), pass \(passCount)".padded(to: 17),
            event,
        ]
        print(columns.joined())
    }

    /// The kernel's number of the calling thread; that of the initial thread is the process's own.
    private static var threadNumber: pid_t {
        var link = [CChar](repeating: 0, count: 64)
        let length = readlink("/proc/thread-self", &link, link.count)
        let path = String(decoding: link.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.split(separator: "/").last.flatMap { pid_t($0) } ?? 0
    }

    private static func seconds(_ time: CFTimeInterval) -> String {
        let milliseconds = String(Int(time * 1000))
        let digits = String(repeating: "0", count: max(4 - milliseconds.count, 0)) + milliseconds
        return "\(digits.dropLast(3)).\(digits.suffix(3)) s"
    }
}

extension String {
    /// The string and as many spaces as make it this long.
    fileprivate func padded(to length: Int) -> String {
        self + String(repeating: " ", count: max(length - count, 1))
    }
}
