// Our loop at Foundation's level: posts through `RunLoop.perform`, which wakes the loop by itself.

import FoundationRunLoop
import Workloads

/// Our `RunLoop` of a thread.
struct PostingRunLoop: PostingLoop, @unchecked Sendable {
    // `perform` may be called by any thread that has the object; the rest is called by the loop's own.
    let loop = RunLoop.current

    init() { loop.add(Port(), forMode: .default) }

    func postOwn(_ body: consuming @escaping @Sendable () -> Void) { loop.perform(consume body) }
    func postCross(_ body: consuming @escaping @Sendable () -> Void) { loop.perform(consume body) }
    func run() { CFRunLoopRunInMode(.defaultMode, 1e10, false) }
    func stop() { CFRunLoopStop(loop.getCFRunLoop()) }
}

precondition(FoundationLoop.isPresent, "Hosting Foundation's loop is part of what is measured.")
Program(version: "this revision", cases: postCases(PostingRunLoop.self)).main()
