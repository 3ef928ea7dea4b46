import Mainspring

@testable import MainspringData

/// A run inside a block that another thread waits for.
enum NestedRun {
    static func serve(_ main: ContextQueue, _ child: ContextQueue) {
        let loop: CFRunLoop = CFRunLoopGetCurrent()
        CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode) {
            child.performAndWait { main.performAndWait { say("nested") } }
        }
        CFRunLoopRunInMode(.defaultMode, 0, true)
    }
}
