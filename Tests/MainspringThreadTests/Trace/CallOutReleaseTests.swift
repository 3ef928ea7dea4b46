import Glibc
import Locks
import Testing

@testable import LoopWatchdog
@testable import Mainspring

/// The functions through which the loop calls, as a backtrace that is taken inside the callback shows them.
@Suite struct CallOutReleaseTests {
    @Test func `a timer is called through its function`() throws {
        try check(.timer) { loop, note in
            let timer = CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in note() }
            CFRunLoopAddTimer(loop, timer, .defaultMode)
        }
    }

    @Test func `an observer is called through its function`() throws {
        try check(.observer) { loop, note in
            loop.keepAlive(.defaultMode)
            let observer = CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.entry.rawValue, false, 0) { _, _ in
                note()
            }
            CFRunLoopAddObserver(loop, observer, .defaultMode)
        }
    }

    @Test func `a source of version 0 is performed through its function`() throws {
        try check(.source0) { loop, note in
            let source = CFRunLoopSource.manual { note() }
            CFRunLoopAddSource(loop, source, .defaultMode)
            CFRunLoopSourceSignal(source)
        }
    }

    @Test func `a descriptor's source is performed through the function of version 1`() throws {
        let (reader, writer) = OwnDescriptor.pipe()
        writer.write("x")
        try check(.source1) { loop, note in
            let source = try FileDescriptorSource(fileDescriptor: reader.number, events: .readable) { _ in note() }
            CFRunLoopAddSource(loop, source.source, .defaultMode)
        }
    }

    @Test func `a block is called through its function`() throws {
        try check(.block) { loop, note in
            CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode.rawValue) { note() }
        }
    }

    /// Runs a loop once with an item that takes a backtrace when it is called.
    private func check(
        _ kind: CallOut, sourceLocation: SourceLocation = #_sourceLocation,
        _ add: @escaping @Sendable (CFRunLoop, @escaping @Sendable () -> Void) throws -> Void
    ) throws {
        let taken = Guarded<Backtrace?>(nil)
        try onVirtualLoop { loop in
            try add(loop) {
                let backtrace = Backtrace.current()
                taken.withLock { $0 = backtrace }
            }
            loop.poll()
        }
        let backtrace = try #require(taken.withLock { $0 }, sourceLocation: sourceLocation)
        let stack = StoppedStack(backtrace, frames: backtrace.symbolicated())
        #expect(stack.callOut == kind, "\(backtrace)", sourceLocation: sourceLocation)
        let function = try #require(stack.function, "\(backtrace)", sourceLocation: sourceLocation)
        let names = ["closure", "MainspringThreadTests"]
        #expect(names.allSatisfy(function.contains), sourceLocation: sourceLocation)
    }
}
