// Foundation's own RunLoop and Timer. Nothing of ours is imported here: it would shadow them.

import CoreFoundation
import Foundation
import Measure
import Workloads

/// Foundation's loop of a thread.
struct FoundationLoop: PostingLoop, @unchecked Sendable {
    // RunLoop is not Sendable; `perform` and the functions of CFRunLoop are safe from any thread.
    let loop = RunLoop.current
    let wakeable = CFRunLoopGetCurrent()

    init() { loop.add(Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }, forMode: .default) }

    func postOwn(_ body: consuming @escaping @Sendable () -> Void) { loop.perform(body) }

    func postCross(_ body: consuming @escaping @Sendable () -> Void) {
        loop.perform(body)
        // As on Apple's platforms, `perform` wakes nobody.
        CFRunLoopWakeUp(wakeable)
    }

    func run() { CFRunLoopRunInMode(kCFRunLoopDefaultMode, 1e10, false) }
    func stop() { CFRunLoopStop(wakeable) }
}

/// Foundation's timer on the main loop.
struct FoundationTimer: MeasuredTimer {
    let timer: Unmanaged<Timer>

    init(due: UInt64, tolerance: UInt64, run: UnsafeMutablePointer<TimerRun<Self>>) {
        nonisolated(unsafe) let run = run
        let date = Date(timeIntervalSinceNow: (Double(due) - Double(measure_wall())) / 1e9)
        let timer = Timer(fire: date, interval: 0, repeats: false) { _ in run.pointee.fired(due) }
        timer.tolerance = Double(tolerance) / 1e9
        self.timer = Unmanaged.passRetained(timer)
    }

    func schedule() { timer._withUnsafeGuaranteedRef { RunLoop.main.add($0, forMode: .default) } }
    func cancel() { timer._withUnsafeGuaranteedRef { $0.invalidate() } }
    func destroy() { timer.release() }
    static func run() { CFRunLoopRunInMode(kCFRunLoopDefaultMode, 1e10, false) }
    static func stop() { CFRunLoopStop(CFRunLoopGetMain()) }
}

func mainQueue(_ item: MainQueueItem, _ size: Int) -> Int {
    MainQueueBatches(item, size: size, end: FoundationTimer.stop).start()
    FoundationTimer.run()
    return size
}

Program(
    version: "of the Swift toolchain",
    cases: postCases(FoundationLoop.self) + timerCases(FoundationTimer.self, operations: 1000, hasMillion: false) + [
        Program.Case("main-queue", size: Sizes.batched) { mainQueue(.closure, $0) },
        Program.Case("main-actor", size: Sizes.batched) { mainQueue(.task, $0) },
        Program.Case("pass-syscalls", size: Sizes.passes) { size in
            for _ in 0..<size { _ = RunLoop.main.run(mode: .default, before: .distantPast) }
            measure_value(Double(size))
            return size
        },
        Program.Case("idle-cpu", size: Sizes.idle) { size in
            measure_idle({ RunLoop.main.run(until: Date(timeIntervalSinceNow: Double($0) / 1e3)) }, size)
        },
    ]
).main()
