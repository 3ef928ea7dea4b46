// The main queue's floor: its descriptor polled and its items drained, with no loop around.

import Dispatch
import Glibc
import Workloads

// What Foundation's loop calls too; on Linux the handle is an eventfd that nobody reads but us.
@_silgen_name("_dispatch_get_main_queue_port_4CF")
func mainQueueDescriptor() -> Int32

@_silgen_name("_dispatch_main_queue_callback_4CF")
func drainMainQueue(_ message: UnsafeMutableRawPointer?)

/// Whether the last item has run. The main thread's alone.
nonisolated(unsafe) var isOver = false

func drainUntilOver() {
    var watched = pollfd(fd: mainQueueDescriptor(), events: Int16(POLLIN), revents: 0)
    while !isOver {
        poll(&watched, 1, -1)
        var value: UInt64 = 0
        _ = read(watched.fd, &value, 8)
        drainMainQueue(nil)
    }
}

@Sendable
func post(_ count: Int, _ batches: Batches) {
    for _ in 0..<count { DispatchQueue.main.async { post(batches.item(), batches) } }
}

@Sendable
func startTasks(_ count: Int, _ batches: Batches) {
    for _ in 0..<count { Task { @MainActor in startTasks(batches.item(), batches) } }
}

func runBatches(_ size: Int, _ make: (Int, Batches) -> Void) -> Int {
    _ = mainQueueDescriptor()
    make(Sizes.batch, Batches(size: size) { isOver = true })
    drainUntilOver()
    return size
}

Program(
    version: "of the Swift toolchain",
    cases: [
        Program.Case("main-queue", size: Sizes.batched) { runBatches($0, post) },
        Program.Case("main-actor", size: Sizes.batched) { runBatches($0, startTasks) },
    ]
).main()
