import Mainspring
import Workloads

/// source0: a source that its own call-out signals again, with the wake-up that the documentation asks for.
func signalledSource(_ size: Int) -> Int {
    let signalled = SignalledSource()
    return signalled.cycle.run(size, trigger: signalled.signal, loop: runUntilStopped)
}

/// A source and its loop, held without counting references, as in C.
private final class SignalledSource {
    let cycle = Cycle(stop: stopMain)
    private let loop = Unmanaged.passRetained(CFRunLoopGetMain()!)
    private var source: Unmanaged<CFRunLoopSource>!

    init() {
        var context = CFRunLoopSourceContext()
        context.info = Unmanaged.passUnretained(self).toOpaque()
        context.perform = { info in
            Unmanaged<SignalledSource>.fromOpaque(info!)._withUnsafeGuaranteedRef {
                if $0.cycle.goesOn() { $0.signal() }
            }
        }
        let source = CFRunLoopSourceCreate(nil, 0, &context)!
        CFRunLoopAddSource(CFRunLoopGetMain(), source, .defaultMode)
        self.source = Unmanaged.passRetained(source)
    }

    func signal() {
        source._withUnsafeGuaranteedRef { CFRunLoopSourceSignal($0) }
        loop._withUnsafeGuaranteedRef { CFRunLoopWakeUp($0) }
    }
}
