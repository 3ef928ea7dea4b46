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

func mainQueue(_ item: MainQueueItem, _ size: Int) -> Int {
    _ = mainQueueDescriptor()
    MainQueueBatches(item, size: size) { isOver = true }.start()
    drainUntilOver()
    return size
}

Program(
    version: "of the Swift toolchain",
    cases: [
        Program.Case("main-queue", size: Sizes.batched) { mainQueue(.closure, $0) },
        Program.Case("main-actor", size: Sizes.batched) { mainQueue(.task, $0) },
    ]
).main()
