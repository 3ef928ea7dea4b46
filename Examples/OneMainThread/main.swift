import Mainspring
import Dispatch
let rl = CFRunLoopGetMain()!
let o = CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.allActivities.rawValue, true, 0) { _, a in print("o\(a.rawValue)" as String, terminator: " ") }
CFRunLoopAddObserver(rl, o, .defaultMode)
CFRunLoopPerformBlock(rl, CFRunLoopMode.defaultMode.rawValue) { print("b", terminator: " ") }
DispatchQueue.main.async { print("mq", terminator: " ") }
Task { @MainActor in print("task", terminator: " "); try? await Task.sleep(for: .milliseconds(5)); print("slept", terminator: " ") }
let t = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 0.01, 0.02, 0, 0) { _ in print("t", terminator: " ") }
CFRunLoopAddTimer(rl, t, .commonModes)
print(CFRunLoopRunInMode(.defaultMode, 0.1, false))
