import Mainspring
import Testing

/// Another thread asks the loop while it calls out, and the call waits for the answer: with a lock held this hangs.
@Suite("Locks", .timeLimit(.minutes(2)))
struct LockConformanceTests {
    private static func askFromAnotherThread(_ loop: CFRunLoop) {
        let loop = UncheckedBox(loop)
        try? TestThread {
            _ = CFRunLoopCopyAllModes(loop.value)
            CFRunLoopPerformBlock(loop.value, CFRunLoopMode.third) {}
        }.join()
    }

    @Test func `none is held in any call-out`() throws {
        let log = try Stage.log { stage in
            let ask = { Self.askFromAnotherThread(stage.loop) }
            var context = CFRunLoopSourceContext()
            context.schedule = { _, _, _ in ask() }
            context.cancel = { _, _, _ in ask() }
            context.perform = { _ in ask() }
            let source: CFRunLoopSource = CFRunLoopSourceCreate(kCFAllocatorDefault, 0, &context)
            CFRunLoopAddSource(stage.loop, source, .defaultMode)
            CFRunLoopSourceSignal(source)
            stage.observe("o", .entry) { _ in ask() }
            stage.post("block") { ask() }
            stage.timer("timer", in: -1) { _ in ask() }
            stage.run()
            CFRunLoopSourceInvalidate(source)
        }
        #expect(log == "o1 block timer =3")
    }
}
