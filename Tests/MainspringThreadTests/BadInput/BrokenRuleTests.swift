import CLinux
import Dispatch
import Glibc
import Testing

@testable import Mainspring

/// What ends the process, because a rule was broken: always with a sentence that says which, and what to do.
@Suite struct BrokenRuleTests {
    enum Mistake: String, CaseIterable, Codable, CustomTestStringConvertible {
        case intervalIsNoNumber = "a timer's interval is not a number"
        case toleranceIsNoNumber = "a timer's tolerance is not a number"
        case noFrames = "a frame monitor is to count no frames"
        case blockWithoutMode = "a block is posted for something that is no mode"
        case contextOfVersion0 = "a context of version 0 is asked of a source of version 1"
        case contextOfVersion1 = "a context of version 1 is asked of a source of version 0"
        case clockSetInRun = "a loop's clock is set during a run"
        case clockSetElsewhere = "a loop's clock is set on another thread"
        case runElsewhere = "a loop is run on another thread"
        case mainLoopRunElsewhere = "the main loop is run on another thread"
        case mainQueueElsewhere = "a loop is run by the main queue on another thread"
        case noThread = "the loop of a thread that cannot be started is asked for"
        case programElsewhere = "a program is entered on another thread than the initial one"

        var testDescription: String { rawValue }

        /// What the process says before it ends.
        var sentence: String {
            switch self {
            case .intervalIsNoNumber:
                "A run loop timer was made with an interval that is not a number. Give seconds, or 0 to fire once."
            case .toleranceIsNoNumber:
                "A run loop timer was given a tolerance that is not a number. Give seconds, or 0."
            case .noFrames:
                "A frame monitor was made with 0.0 frames per second. Give a number from a billionth to a million."
            case .blockWithoutMode:
                "CFRunLoopPerformBlock was given something else than a mode or an array of modes."
            case .contextOfVersion0:
                "CFRunLoopSourceGetContext was asked for a context of version 0; the source has version 1."
            case .contextOfVersion1:
                "CFRunLoopSourceGetContext was asked for a context of version 1; the source has version 0."
            case .clockSetInRun, .clockSetElsewhere:
                "A run loop's clock was set during a run or from another thread."
            case .runElsewhere:
                "A run loop was run from another thread than its own."
            case .mainLoopRunElsewhere:
                "The main run loop was run from another thread than the process's initial one."
            case .mainQueueElsewhere:
                "A run loop was entered on the main queue, but not on the main thread"
            case .noThread:
                "A run loop of a thread was asked for, and there is none. The run loop thread “one too many” could not be started: Resource temporarily unavailable. Stop threads"
            case .programElsewhere:
                "Program.main() was called on another thread than the process's initial one. Let @main call it."
            }
        }

        func make() throws {
            switch self {
            case .intervalIsNoNumber:
                _ = CFRunLoopTimerCreateWithHandler(nil, 0, .nan, 0, 0) { _ in }
            case .toleranceIsNoNumber:
                CFRunLoopTimerSetTolerance(CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in }, .nan)
            case .noFrames: _ = FrameMonitor(CFRunLoopGetCurrent(), framesPerSecond: 0)
            case .blockWithoutMode:
                try onThread { CFRunLoopPerformBlock(CFRunLoopGetCurrent(), 5 as CFTypeRef, {}) }
            case .contextOfVersion0:
                var made = CFRunLoopSourceContext1()
                var asked = CFRunLoopSourceContext()
                CFRunLoopSourceGetContext(CFRunLoopSourceCreate(nil, 0, &made), &asked)
            case .contextOfVersion1:
                var made = CFRunLoopSourceContext()
                var asked = CFRunLoopSourceContext1()
                CFRunLoopSourceGetContext(CFRunLoopSourceCreate(nil, 0, &made), &asked)
            case .clockSetInRun:
                try onVirtualLoop { loop in
                    loop.post({ loop.clock = VirtualClock() }, mode: .defaultMode)
                    loop.poll()
                }
            case .clockSetElsewhere:
                let thread = RunLoopThread(name: "other")
                thread.loop.clock = VirtualClock()
            case .runElsewhere:
                let thread = RunLoopThread(name: "other")
                thread.loop.poll()
                thread.stop()
            case .mainLoopRunElsewhere:
                try onThread { _ = CFRunLoopGetMain().poll() }
            case .mainQueueElsewhere:
                DispatchQueue.main.async { CFRunLoopRun() }
                Gate().pass()
            case .noThread:
                let thread = RunLoopThread(name: "one too many")
                Limits.leaveNoThreads()
                _ = thread.loop
            case .programElsewhere:
                try onThread { Program.main() }
            }
        }

        private struct Program: MainLoopProgram {
            func run() async throws {}
        }
    }

    @Test(arguments: Mistake.allCases)
    func `a broken rule ends the process with a sentence`(mistake: Mistake) async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        let said = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(said.contains("Mainspring: \(mistake.sentence)"), "\(said)")
    }
}
