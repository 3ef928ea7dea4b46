import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics
import Testing

@testable import MainspringApplication

/// A notch of a wheel, at a place.
private func notch(_ dy: CGFloat = 1, isPrecise: Bool = false, _ phase: EventPhase = .none, x: CGFloat = 5)
    -> Event.Content
{
    .scroll(ScrollEvent(CGVector(dx: 0, dy: dy), isPrecise: isPrecise, phase: phase, at: CGPoint(x: x, y: 5)))
}

@Suite struct ScrollCourseTests {
    /// What a handler is told, with the times and distances, when notches come at times.
    private func told(
        _ steps: [(time: Double, content: Event.Content)], until end: Double = 5,
        _ then: @escaping @Sendable (AppStage, Window) -> Void = { _, _ in }
    ) throws -> [String] {
        try onOwnLoop {
            let stage = AppStage()
            let (window, surface) = try stage.makeWindow()
            let handler = NotingHandler("layer", NotingHandler.Log())
            var lines: [String] = []
            handler.then = { _, event, _ in
                guard case .scroll(let scroll) = event.content else { return lines.append(event.word) }
                lines.append("\(scroll.phase) \(scroll.delta.dy) \((stage.now * 100).rounded() / 100)")
                #expect(event.time <= stage.now)
            }
            addLayer(to: window.layer, side: 100).eventHandler = handler
            stage.run()
            for (time, content) in steps {
                if time > stage.now { stage.run(for: time - stage.now) }
                surface.send(content)
                stage.run()
                then(stage, window)
            }
            stage.run(for: end - stage.now)
            return withExtendedLifetime(handler) { lines }
        }
    }

    @Test func `notches in quick succession are a course, which ends when none comes for a while`() throws {
        let steps: [(Double, Event.Content)] = [
            (1, notch()), (1.1, notch(-2)), (1.2, notch()), (2, notch()), (2.2, notch()),
        ]
        #expect(
            try told(steps) == [
                "began 1.0 1.0", "changed -2.0 1.1", "changed 1.0 1.2", "ended 0.0 1.35", "began 1.0 2.0",
                "ended 0.0 2.15", "began 1.0 2.2", "ended 0.0 2.35",
            ])
    }

    @Test func `who took the first notch gets the rest, wherever the pointer is`() throws {
        #expect(
            try told([(1, notch()), (1.1, notch(x: 150))]) == ["began 1.0 1.0", "changed 1.0 1.1", "ended 0.0 1.25"])
        #expect(try told([(1, notch(x: 150)), (1.1, notch())]) == [])
    }

    @Test func `another device begins another course`() throws {
        #expect(
            try told([(1, notch()), (1.1, notch(3, isPrecise: true))]) == [
                "began 1.0 1.0", "ended 0.0 1.1", "began 3.0 1.1", "ended 0.0 1.25",
            ])
    }

    @Test func `a device's own course stays as it is`() throws {
        let steps: [(Double, Event.Content)] = [
            (1, notch(1, .began)), (1.1, notch(2, .changed)), (2, notch(3, .changed)), (3, notch(0, .ended)),
        ]
        #expect(
            try told(steps) == ["began 1.0 1.0", "changed 2.0 1.1", "changed 3.0 2.0", "ended 0.0 3.0"])
        #expect(
            try told([(1, notch()), (1.1, notch(2, .began)), (2, notch(0, .ended))]) == [
                "began 1.0 1.0", "cancelled 0.0 1.1", "began 2.0 1.1", "ended 0.0 2.0",
            ])
    }

    @Test func `after a cancellation what follows is another course`() throws {
        let steps: [(Double, Event.Content)] = [(1, notch()), (1.1, notch())]
        let lines = try told(steps) { stage, window in
            if stage.now < 1.05 {
                window.setKey(true)
                window.setKey(false)
            }
        }
        #expect(lines == ["began 1.0 1.0", "cancelled 0.0 1.0", "began 1.0 1.1", "ended 0.0 1.25"])
    }

    @Test func `a window that closes while it scrolls tells the end once`() throws {
        let lines = try told([(1, notch())]) { _, window in window.close() }
        #expect(lines == ["began 1.0 1.0", "cancelled 0.0 1.0"])
    }

    @Test func `events that waited while the loop was busy keep their pauses`() {
        var course = ScrollCourse()
        func phases(_ time: Double, now: Double) -> [EventPhase] {
            course.events(for: Event(notch(), time: time), now: now).compactMap {
                if case .scroll(let scroll) = $0.content { scroll.phase } else { nil }
            }
        }
        #expect(phases(1, now: 3) == [.began])
        #expect(phases(1.1, now: 3) == [.changed])
        #expect(phases(1.3, now: 3) == [.ended, .began])
        #expect(course.endIfOver(at: 1.44).isEmpty && course.endIfOver(at: 3).count == 1 && course.nextTime == nil)
        // One that says it is of the future happened now.
        #expect(phases(1e9, now: 3) == [.began])
        #expect(course.nextTime == 3.15)
    }

    @Test(arguments: [false, true])
    func `while something is scrolled timers of the default mode pause and those of common modes go on`(
        isTaken: Bool
    ) throws {
        let lines = try onOwnLoop { () -> [String] in
            let stage = AppStage()
            let delegate = LifecycleTests.Delegate()
            let handler = NotingHandler("layer", NotingHandler.Log(), takes: isTaken)
            var lines: [String] = []
            delegate.launched = { application in
                guard let (window, surface) = try? stage.makeWindow() else { return }
                addLayer(to: window.layer, side: 200).eventHandler = handler
                func every(_ seconds: Double, from start: Double, _ mode: CFRunLoopMode, _ body: @escaping () -> Void) {
                    let timer = CFRunLoopTimerCreateWithHandler(
                        nil, application.loop.clock.absoluteTime + start, seconds, 0, 0
                    ) { _ in body() }
                    CFRunLoopAddTimer(application.loop, timer, mode)
                }
                for (name, mode) in [("default", CFRunLoopMode.defaultMode), ("common", .commonModes)] {
                    every(1, from: 1, mode) {
                        let current = CFRunLoopCopyCurrentMode(application.loop)!
                        lines.append("\(name) \(Int(stage.now)) \(current == .tracking ? "tracking" : "default")")
                    }
                }
                // From 1.55 to 3.45 seconds a notch each tenth, whose course is over at 3.6.
                every(0.1, from: 0.05, .commonModes) {
                    if stage.now > 1.5, stage.now < 3.5 { surface.send(notch()) }
                }
                every(10, from: 4.5, .commonModes) { application.stop() }
            }
            stage.application.delegate = delegate
            stage.application.run()
            return withExtendedLifetime(handler) { lines }
        }
        if isTaken {
            #expect(
                lines.sorted() == [
                    "common 1 default", "common 2 tracking", "common 3 tracking", "common 4 default",
                    "default 1 default", "default 3 default", "default 4 default",
                ])
        } else {
            #expect(lines.count == 8 && lines.allSatisfy { $0.hasSuffix("default") })
        }
    }
}
