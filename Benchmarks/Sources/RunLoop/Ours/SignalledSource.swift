import Mainspring
import Workloads

/// source0: a source that its own call-out signals again, with the wake-up that the documentation asks for.
func signalledSource(_ size: Int) -> Int {
    let signalled = SignalledSource()
    var context = CFRunLoopSourceContext()
    context.info = Unmanaged.passUnretained(signalled).toOpaque()
    context.perform = { info in
        let signalled = Unmanaged<SignalledSource>.fromOpaque(info!).takeUnretainedValue()
        if signalled.cycle.goesOn() { signalled.signal() }
    }
    signalled.source = CFRunLoopSourceCreate(nil, 0, &context)
    CFRunLoopAddSource(CFRunLoopGetMain(), signalled.source, .defaultMode)
    return signalled.cycle.run(size, trigger: signalled.signal, loop: runUntilStopped)
}

/// What the context's info points to.
private final class SignalledSource {
    let cycle = Cycle(stop: stopMain)
    let loop: CFRunLoop = CFRunLoopGetMain()
    var source: CFRunLoopSource?

    func signal() {
        CFRunLoopSourceSignal(source)
        CFRunLoopWakeUp(loop)
    }
}
