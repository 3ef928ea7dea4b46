import Mainspring
import Measure

/// pass-syscalls: passes of the main loop in which nothing is to be done.
func emptyPasses(_ size: Int) -> Int {
    for _ in 0..<size { CFRunLoopRunInMode(.defaultMode, 0, false) }
    measure_value(Double(size))
    return size
}

/// idle-cpu: the main loop waits, with nothing to do.
func idle(_ size: Int) -> Int {
    measure_idle({ CFRunLoopRunInMode(.defaultMode, Double($0) / 1e3, false) }, size)
}
