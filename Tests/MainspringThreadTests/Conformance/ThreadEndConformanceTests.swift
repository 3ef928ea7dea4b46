import Mainspring
import Testing

@Suite("The end of a thread")
struct ThreadEndConformanceTests {
    @Test func `sources leave all modes with a cancel each, on that thread, and blocks are let go unperformed`() throws
    {
        let log = CallLog()
        try onThread {
            let loop: CFRunLoop = CFRunLoopGetCurrent()
            let thread = UncheckedBox(loop)
            var context = CFRunLoopSourceContext()
            context.cancel = { _, from, mode in
                // Only the loop's thread may ask for its current mode's loop; elsewhere another loop would come.
                log.add("cancel in \(mode?.rawValue ?? "") \(from === thread.value ? "here" : "elsewhere")")
            }
            let source: CFRunLoopSource = CFRunLoopSourceCreate(kCFAllocatorDefault, 0, &context)
            CFRunLoopAddSource(loop, source, .other)
            CFRunLoopAddSource(loop, source, .third)
            let token = OnEnd { log.add("block let go") }
            CFRunLoopPerformBlock(loop, CFRunLoopMode.other) {
                withExtendedLifetime(token) {}
                log.add("block performed")
            }
        }
        #expect(log.entries.sorted() == ["block let go", "cancel in other here", "cancel in third here"])
    }
}
