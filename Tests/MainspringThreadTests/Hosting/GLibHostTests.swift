import Glibc
import Mainspring
import Testing

/// Our loop inside GLib's: a source of GLib's whose three functions are ours.
@Suite(.enabled(if: GLib.shared != nil, "libglib-2.0.so.0 is not installed"))
struct GLibHostTests {
    /// GLib's loop of a thread, with ours inside.
    private struct Host {
        let library: GLib
        let context: UnsafeMutableRawPointer?
        let main: UnsafeMutableRawPointer?

        func stop() { library.quit(main) }
    }

    /// Runs GLib's loop on a thread with our loop inside until it is stopped.
    private func host(_ body: @escaping @Sendable (CFRunLoop, Host) throws -> Void) throws {
        let library = try #require(GLib.shared)
        try onThread {
            let loop = CFRunLoopGetCurrent()!
            let context = library.makeContext()
            let host = Host(library: library, context: context, main: library.makeLoop(context, 0))
            var functions = GLib.SourceFunctions(
                prepare: { _, timeout in
                    let longest = CFRunLoopGetCurrent().prepare()
                    // The descriptor is readable when a timer is due, so GLib needs no time from us.
                    timeout?.pointee = -1
                    return longest == .zero ? 1 : 0
                },
                // Looks for itself; to be asked when nothing is ready costs one look.
                check: { _ in 1 },
                dispatch: { _, _, _ in
                    CFRunLoopGetCurrent().dispatch()
                    return 1
                })
            try withUnsafeMutablePointer(to: &functions) { functions in
                // The room that a GSource takes, and more.
                let source = library.makeSource(functions, 256)
                _ = library.watch(source, loop.fileDescriptor, GLib.readable)
                _ = library.attach(source, context)
                try body(loop, host)
                library.run(host.main)
                loop.endGuest()
                library.destroy(source)
                library.release(source)
            }
            library.releaseLoop(host.main)
            library.releaseContext(context)
        }
    }

    @Test func `timers, posts of other threads and descriptors are served while GLib's loop runs`() throws {
        let log = CallLog()
        try host { loop, host in
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            let pipe = ends
            func note(_ entry: String) {
                log.add(entry)
                guard log.count == 3 else { return }
                host.stop()
                close(pipe[1])
            }
            let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 0.002, 0, 0, 0) { _ in
                note("timer")
            }
            CFRunLoopAddTimer(loop, timer, .defaultMode)
            let source = try FileDescriptorSource(fileDescriptor: pipe[0], events: .readable, closesOnInvalidate: true)
            { _ in
                var byte: UInt8 = 0
                read(pipe[0], &byte, 1)
                note("descriptor")
            }
            CFRunLoopAddSource(loop, source.source, .defaultMode)
            nonisolated(unsafe) let block = { note("post") }
            let other = TestThread {
                CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode) { block() }
                CFRunLoopWakeUp(loop)
                var byte: UInt8 = 1
                write(pipe[1], &byte, 1)
            }
            try other.join()
        }
        #expect(Set(log.entries) == ["timer", "descriptor", "post"])
    }

    @Test func `what a callback of GLib's changes is seen by an observer before GLib sleeps`() throws {
        let log = CallLog()
        try host { loop, host in
            let observer = CFRunLoopObserverCreateWithHandler(
                nil, CFRunLoopActivity.beforeWaiting.rawValue, true, 0
            ) { _, _ in
                guard log.entries == ["GLib's timer"] else { return }
                log.add("before waiting")
                host.stop()
            }
            CFRunLoopAddObserver(loop, observer, .defaultMode)
            let timeout = host.library.makeTimeout(1)
            host.library.setCall(
                timeout,
                { context in
                    Unmanaged<CallLog>.fromOpaque(context!).takeRetainedValue().add("GLib's timer")
                    return 0
                }, Unmanaged.passRetained(log).toOpaque(), nil)
            _ = host.library.attach(timeout, host.context)
            host.library.release(timeout)
        }
        #expect(log.entries == ["GLib's timer", "before waiting"])
    }
}
