import Foundation
import Glibc
import Mainspring
import MainspringAnimation
import Testing

@testable import MainspringApplication

@Suite struct LifecycleTests {
    final class Delegate: ApplicationDelegate {
        var lines: [String] = []
        var answer = Application.TerminateReply.terminateNow
        var endsWithLastWindow = true
        var launched: ((Application) -> Void)?
        var asked: ((Application) -> Void)?

        func applicationDidFinishLaunching(_ application: Application) {
            lines.append("launched in \(CFRunLoopCopyCurrentMode(application.loop)!.rawValue)")
            launched?(application)
        }
        func applicationShouldTerminate(_ sender: Application) -> Application.TerminateReply {
            lines.append("should")
            asked?(sender)
            return answer
        }
        func applicationShouldTerminateAfterLastWindowClosed(_ sender: Application) -> Bool { endsWithLastWindow }
        func applicationWillTerminate(_ application: Application) {
            lines.append("will")
            application.terminate(nil)
        }
        func application(_ application: Application, windowSystemDidFail sentence: String) { lines.append(sentence) }
    }

    static let launch = "launched in UIInitializationRunLoopMode"

    /// Runs an application until it ends, or is stopped by itself after five seconds. What its delegate was told, the
    /// statuses, and when it ended.
    private func run(
        _ answer: Application.TerminateReply = .terminateNow,
        _ launched: @escaping @Sendable (AppStage, Delegate) throws -> Void
    ) throws -> (lines: [String], statuses: [Int32], seconds: Double) {
        try onOwnLoop {
            let stage = AppStage()
            let delegate = Delegate()
            delegate.answer = answer
            stage.application.delegate = delegate
            delegate.launched = { _ in #expect(throws: Never.self) { try launched(stage, delegate) } }
            Self.after(60) { stage.application.stop() }
            stage.application.run()
            return (delegate.lines, stage.statuses.all, (stage.now * 10).rounded() / 10)
        }
    }

    private static func after(_ seconds: Double, _ body: @escaping () -> Void) {
        let timer = CFRunLoopTimerCreateWithHandler(
            nil, CFRunLoopGetCurrent().clock.absoluteTime + seconds, 0, 0, 0
        ) { _ in body() }
        CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, .commonModes)
    }

    private static func signal(_ stage: AppStage, _ signal: Int32) {
        stage.application.post(Event(.terminationRequested(signal: signal), time: stage.now))
    }

    @Test func `launch is in the initialization mode, once, before any event`() throws {
        let lines = try onOwnLoop { () -> [String] in
            let stage = AppStage()
            let delegate = Delegate()
            stage.application.delegate = delegate
            Self.signal(stage, SIGTERM)
            delegate.asked = { $0.stop() }
            delegate.answer = .terminateCancel
            stage.application.run()
            Self.after(1) { stage.application.stop() }
            stage.application.run()
            return delegate.lines
        }
        #expect(lines == [Self.launch, "should"])
    }

    @Test func `terminate asks, announces and ends with 0`() throws {
        let end = try run { stage, _ in stage.application.terminate(nil) }
        #expect(end == ([Self.launch, "should", "will"], [0], 0))
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal asks, announces and ends with 128 and its number`(signal: Int32) throws {
        let end = try run { stage, _ in Self.signal(stage, signal) }
        #expect(end == ([Self.launch, "should", "will"], [128 + signal], 0))
    }

    @Test func `who objects goes on, and may be asked again`() throws {
        let end = try run(.terminateCancel) { stage, _ in
            stage.application.terminate(nil)
            Self.after(1) { Self.signal(stage, SIGTERM) }
            Self.after(2) { stage.application.terminate(nil) }
        }
        #expect(end == ([Self.launch, "should", "should", "should"], [], 60))
    }

    @Test(arguments: [true, false]) func `a later decision ends it, or lets it go on`(ends: Bool) throws {
        let end = try run(.terminateLater) { stage, _ in
            stage.application.terminate(nil)
            stage.application.terminate(nil)
            Self.after(3) { stage.application.reply(toApplicationShouldTerminate: ends) }
            Self.after(4) { stage.application.reply(toApplicationShouldTerminate: true) }
        }
        #expect(end == ([Self.launch, "should"] + (ends ? ["will"] : []), ends ? [0] : [], ends ? 3 : 60))
    }

    @Test func `a signal's decision that does not come in time to save is to end`() throws {
        let end = try run(.terminateLater) { stage, _ in
            stage.application.timeToSave = 7
            Self.signal(stage, SIGTERM)
        }
        #expect(end == ([Self.launch, "should", "will"], [128 + SIGTERM], 7))
        let both = try run(.terminateLater) { stage, _ in
            stage.application.terminate(nil)
            Self.after(2) { Self.signal(stage, SIGINT) }
        }
        #expect(both == ([Self.launch, "should", "will"], [128 + SIGINT], 7))
    }

    @Test func `a second signal ends it at once`() throws {
        let end = try run(.terminateLater) { stage, _ in
            Self.signal(stage, SIGTERM)
            Self.after(1) { Self.signal(stage, SIGINT) }
        }
        #expect(end == ([Self.launch, "should"], [128 + SIGINT], 1))
    }

    @Test(arguments: [true, false])
    func `a decision that comes while the delegate is asked counts once it says later`(ends: Bool) throws {
        let end = try run(.terminateLater) { stage, delegate in
            delegate.asked = { $0.reply(toApplicationShouldTerminate: ends) }
            stage.application.terminate(nil)
        }
        #expect(end == ([Self.launch, "should"] + (ends ? ["will"] : []), ends ? [0] : [], ends ? 0 : 60))
    }

    @Test func `a signal that comes while the delegate is asked gives its status and its time`() throws {
        let end = try run(.terminateLater) { stage, delegate in
            delegate.asked = { application in
                Self.signal(stage, SIGTERM)
                _ = CFRunLoopRunInMode(.defaultMode, 1, false)
                application.timeToSave = 3
            }
            stage.application.terminate(nil)
        }
        #expect(end == ([Self.launch, "should", "will"], [128 + SIGTERM], 4))
    }

    @Test(arguments: [(-1.0, 0.0), (.nan, 0), (.infinity, 60), (1e300, 60)])
    func `a time to save that is none is 0, and one without end never ends`(wanted: Double, ends: Double) throws {
        let end = try run(.terminateLater) { stage, _ in
            stage.application.timeToSave = wanted
            Self.signal(stage, SIGTERM)
        }
        #expect(end.seconds == ends)
        #expect(end.statuses == (ends == 0 ? [128 + SIGTERM] : []))
    }

    @Test func `what is dragged is over when the window is hidden`() throws {
        let lines = try onOwnLoop { () -> [String] in
            let stage = AppStage()
            let delegate = Delegate()
            let log = NotingHandler.Log()
            let handler = NotingHandler("layer", log)
            delegate.launched = { application in
                guard let (window, surface) = try? stage.makeWindow() else { return }
                addLayer(to: window.layer, side: 200).eventHandler = handler
                for content in [down(5, 5), drag(10, 5)] { surface.send(content) }
                for (seconds, mode) in [(1.0, CFRunLoopMode.tracking), (3, .defaultMode)] {
                    Self.after(seconds) { log.lines.append("\(CFRunLoopCopyCurrentMode(application.loop) == mode)") }
                }
                Self.after(2) { window.hide() }
                Self.after(4) { application.stop() }
            }
            stage.application.delegate = delegate
            stage.application.run()
            return withExtendedLifetime(handler) { log.lines }
        }
        #expect(lines == ["layer down", "layer dragged", "true", "layer cancelled", "true"])
    }

    @Test(arguments: [true, false]) func `the last window's close ends it if the delegate lets it`(ends: Bool) throws {
        let end = try run { stage, delegate in
            delegate.endsWithLastWindow = ends
            let windows = try (0..<2).map { _ in try stage.makeWindow() }
            for (number, each) in windows.enumerated() {
                Self.after(Double(number + 1)) { each.surface.send(.window(.closeRequested)) }
            }
        }
        #expect(end == ([Self.launch] + (ends ? ["should", "will"] : []), ends ? [0] : [], ends ? 2 : 60))
    }

    @Test func `a window system that is gone takes its windows along and leaves the program to decide`() throws {
        let end = try run { stage, _ in
            let window = try stage.makeWindow().window
            Self.after(1) {
                stage.application.post(Event(.windowSystemFailed("The display is gone."), time: stage.now))
            }
            Self.after(2) { #expect(window.isClosed && stage.application.windowSystem == nil) }
        }
        #expect(end == ([Self.launch, "The display is gone."], [], 60))
    }

    @Test func `a run inside a run does nothing`() throws {
        let end = try run { stage, _ in
            Self.after(1) {
                stage.application.run()
                stage.application.terminate(nil)
            }
        }
        #expect(end == ([Self.launch, "should", "will"], [0], 1))
    }

    @Test func `while something is dragged timers of the default mode pause and those of common modes go on`() throws {
        let lines = try onOwnLoop { () -> [String] in
            let stage = AppStage()
            let delegate = Delegate()
            let handler = NotingHandler("layer", NotingHandler.Log())
            var lines: [String] = []
            delegate.launched = { _ in
                guard let (window, surface) = try? stage.makeWindow() else { return }
                addLayer(to: window.layer, side: 200).eventHandler = handler
                for (name, mode) in [("default", CFRunLoopMode.defaultMode), ("common", .commonModes)] {
                    let timer = CFRunLoopTimerCreateWithHandler(nil, 1, 1, 0, 0) { _ in
                        let current = CFRunLoopCopyCurrentMode(stage.application.loop)!
                        lines.append("\(name) \(Int(stage.now)) \(current == .tracking ? "tracking" : "default")")
                    }
                    CFRunLoopAddTimer(stage.application.loop, timer, mode)
                }
                Self.after(1.2) { surface.send(down(5, 5)) }
                Self.after(1.5) { surface.send(drag(10, 5)) }
                Self.after(3.5) { surface.send(up(10, 5)) }
                Self.after(4.5) { stage.application.stop() }
            }
            stage.application.delegate = delegate
            stage.application.run()
            return withExtendedLifetime(handler) { lines }
        }
        #expect(
            lines.sorted() == [
                "common 1 default", "common 2 tracking", "common 3 tracking", "common 4 default",
                "default 1 default", "default 3 default", "default 4 default",
            ])
    }

    @Test func `a run of the program's own that goes on is not ended by what is dragged`() throws {
        let results = try onOwnLoop { () -> [String] in
            let stage = AppStage()
            let delegate = Delegate()
            var lines: [String] = []
            let handler = NotingHandler("layer", NotingHandler.Log())
            var hasRun = false
            handler.then = { _, event, _ in
                guard event.word == "dragged", !hasRun else { return }
                hasRun = true
                let result = CFRunLoopRunInMode(.defaultMode, 2, false)
                lines.append("\(result == .timedOut) \(stage.now)")
            }
            delegate.launched = { application in
                guard let (window, surface) = try? stage.makeWindow() else { return }
                addLayer(to: window.layer, side: 200).eventHandler = handler
                for content in [down(5, 5), drag(10, 5), drag(20, 20, .secondary), drag(30, 5)] {
                    surface.send(content)
                }
                Self.after(3) {
                    lines.append(CFRunLoopCopyCurrentMode(application.loop) == .tracking ? "tracking" : "default")
                    surface.send(up(1, 1))
                }
                Self.after(4) {
                    lines.append(CFRunLoopCopyCurrentMode(application.loop) == .tracking ? "tracking" : "default")
                    application.stop()
                }
            }
            stage.application.delegate = delegate
            stage.application.run()
            return withExtendedLifetime(handler) { lines }
        }
        #expect(results == ["true 2.0", "tracking", "default"])
    }
}
