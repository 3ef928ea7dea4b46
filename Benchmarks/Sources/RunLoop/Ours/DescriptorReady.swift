import Mainspring
import Workloads

/// fd-ready: a descriptor that is read and made ready again by its own handler.
func descriptorReady(_ size: Int) -> Int {
    let descriptor = ReadyDescriptor()
    let cycle = Cycle(stop: stopMain)
    guard
        let watch = try? FileDescriptorSource(
            fileDescriptor: descriptor.number, events: .readable,
            handler: { _ in
                descriptor.read()
                if cycle.goesOn() { descriptor.write() }
            })
    else { fatalError("The descriptor cannot be watched.") }
    CFRunLoopAddSource(CFRunLoopGetMain(), watch.source, .defaultMode)
    return cycle.run(size, trigger: descriptor.write, loop: runUntilStopped)
}
