import Workloads

/// main-queue, main-actor: batches of items on the main queue, drained by our main loop.
func mainQueue(_ item: MainQueueItem, _ size: Int) -> Int {
    MainQueueBatches(item, size: size, end: stopMain).start()
    runUntilStopped()
    return size
}
