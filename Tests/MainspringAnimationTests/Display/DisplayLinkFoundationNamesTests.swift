import Foundation
import Testing

@testable import MainspringAnimation

// This file imports neither Mainspring nor FoundationRunLoop: it is written as for Apple's platforms.

@Suite struct DisplayLinkFoundationNamesTests {
    @Test func `a listing for Apple's platforms compiles, and its link is on our main loop`() async throws {
        final class View: NSObject {
            func step(_ link: CADisplayLink) {}
        }
        for mode in [RunLoop.Mode.common, .default] {
            let link = CADisplayLink(target: View(), action: View.step)
            link.isPaused = true
            link.add(to: .main, forMode: .common)
            link.add(to: RunLoop.main, forMode: mode)
            #expect(isOnMainLoop(link, mode.rawValue))
            link.remove(from: .main, forMode: mode)
            link.remove(from: .main, forMode: .common)
            #expect(!isOnMainLoop(link, mode.rawValue))
            link.invalidate()
        }
    }

    @MainActor private final class Screen {
        var link: CADisplayLink?

        func start() {
            link = CADisplayLink { [weak self] link in self?.step(link) }
            link?.isPaused = true
            link?.add(to: .main, forMode: .common)
        }

        func step(_ link: CADisplayLink) {}
    }

    @Test @MainActor func `an object of the main actor makes a link with a closure`() {
        let screen = Screen()
        screen.start()
        #expect(screen.link?.timer != nil)
        screen.link?.invalidate()
    }

    @Test func `RunLoop.current is the calling thread's loop`() async throws {
        let stamps: [Double] = try await onFrameLoop { _, _ in
            var stamps: [Double] = []
            let link = CADisplayLink { stamps.append($0.timestamp) }
            link.add(to: .current, forMode: .default)
            run(0.04)
            link.remove(from: RunLoop.current, forMode: .default)
            run(0.04)
            return stamps
        }
        #expect(stamps == frames([1, 2]))
    }

    @Test func `the loop of another thread ends the process with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            // `nonisolated(unsafe)`: written before `ready` is signalled, read after it was waited for.
            nonisolated(unsafe) var other: RunLoop?
            let ready = Handshake("the other thread's loop")
            let isOver = DispatchSemaphore(value: 0)
            Thread {
                other = RunLoop.current
                ready.tell()
                // The thread's loop has to be there while it is given to the link.
                isOver.wait()
            }.start()
            try ready.wait()
            defer { isOver.signal() }
            guard let other else { return }
            CADisplayLink { _ in }.add(to: other, forMode: .default)
        }
        let sentence = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(sentence.contains("was given Foundation's RunLoop of another thread"))
        #expect(sentence.contains("Pass RunLoop.current on that thread, or its CFRunLoop."))
    }
}
