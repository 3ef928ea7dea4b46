import CLinux
import Glibc
import Testing

@testable import Mainspring

/// A loop inside a host that watches its descriptor.
@Suite struct GuestTests {
    /// Whether a host that waits in an epoll would be woken now.
    private static func wakes(_ epoll: Int32) -> Bool {
        var event = epoll_event()
        return epoll_wait(epoll, &event, 1, 0) == 1
    }

    /// In a process of its own: where another one is just being started, that has the former poller too until it is another program.
    @Test func `a host's epoll hears of the loop after the loop has rebuilt its own`() async {
        await #expect(processExitsWith: .success) {
            let loop = LoopTable.current
            let host = epoll_create1(0)
            defer { close(host) }
            var event = epoll_event()
            event.events = EPOLLIN.rawValue
            try #require(epoll_ctl(host, EPOLL_CTL_ADD, loop.fileDescriptor, &event) == 0)

            // A descriptor that is closed while a duplicate of it lives is got rid of by a new poller only.
            let ghost = OwnDescriptor.pipe()
            let duplicate = ghost.reader.duplicate()
            ghost.writer.write("x")
            let closed = try FileDescriptorSource(fileDescriptor: ghost.reader.number, events: .readable) { _ in }
            loop.add(closed.source, to: .defaultMode)
            let before = loop.fileDescriptor
            loop.prepare()
            ghost.reader.close()
            #expect(Self.wakes(host))
            loop.dispatch()
            #expect(!closed.isValid)

            let log = CallLog()
            let pipe = OwnDescriptor.pipe()
            let source = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in
                log.add(pipe.reader.read())
            }
            loop.add(source.source, to: .defaultMode)
            loop.prepare()
            #expect(!Self.wakes(host))
            pipe.writer.write("y")
            #expect(Self.wakes(host))
            loop.dispatch()
            #expect(log.entries == ["y"])
            #expect(loop.fileDescriptor == before)
            loop.endGuest()
            withExtendedLifetime(duplicate) {}
        }
    }

    /// A phase of a host's turn, and what brings the loop to call something in it.
    enum Phase: CaseIterable {
        case block, beforeWaiting, afterWaiting, timer
    }

    @Test(arguments: Phase.allCases)
    func `a loop that stops being a guest inside one of its calls lets the host's turn end`(_ phase: Phase) throws {
        try onThread {
            let loop = LoopTable.current
            let log = CallLog()
            func end(_ activity: CFRunLoopActivity) {
                loop.endGuest()
                log.add("ended")
            }
            switch phase {
            case .block: CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode) { end([]) }
            case .beforeWaiting, .afterWaiting:
                let activity: CFRunLoopActivity = phase == .beforeWaiting ? .beforeWaiting : .afterWaiting
                let observer = CFRunLoopObserverCreateWithHandler(nil, activity.rawValue, false, 0) { end($1) }
                CFRunLoopAddObserver(loop, observer, .defaultMode)
            case .timer:
                let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent(), 0, 0, 0) { _ in end([]) }
                CFRunLoopAddTimer(loop, timer, .defaultMode)
            }
            let exit = CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.exit.rawValue, true, 0) { _, _ in
                log.add("exit")
            }
            CFRunLoopAddObserver(loop, exit, .defaultMode)
            loop.prepare()
            loop.dispatch()
            #expect(log.entries == ["exit", "ended"])
            #expect(loop.depth == 0)
            // It begins again.
            CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode) { log.add("again") }
            loop.prepare()
            loop.dispatch()
            loop.endGuest()
            #expect(log.entries == ["exit", "ended", "again", "exit"])
            #expect(loop.depth == 0)
        }
    }
}
