import Dispatch
import Workloads

/// main-queue: batches of closures on `DispatchQueue.main`, drained by our main loop.
func mainQueueItems(_ size: Int) -> Int {
    post(Sizes.batch, Batches(size: size, end: stopMain))
    runUntilStopped()
    return size
}

@Sendable
private func post(_ count: Int, _ batches: Batches) {
    for _ in 0..<count { DispatchQueue.main.async { post(batches.item(), batches) } }
}

/// main-actor: batches of tasks of the `MainActor`, run by our main loop.
func mainActorJobs(_ size: Int) -> Int {
    startTasks(Sizes.batch, Batches(size: size, end: stopMain))
    runUntilStopped()
    return size
}

@Sendable
private func startTasks(_ count: Int, _ batches: Batches) {
    for _ in 0..<count { Task { @MainActor in startTasks(batches.item(), batches) } }
}
