internal import Measure

internal import Glibc

/// Counts events of which each one's call-out causes the next.
public final class Cycle: @unchecked Sendable {
    // Touched by the loop's thread alone.
    private var left = 0
    private let stop: () -> Void

    public init(stop: @escaping () -> Void) { self.stop = stop }

    /// To be called by the call-out: whether it shall cause another event.
    public func goesOn() -> Bool {
        left -= 1
        if left > 0 { return true }
        measure_end()
        stop()
        return false
    }

    /// Causes the first event and runs the loop, once to warm up and once to measure.
    public func run(_ size: Int, trigger: () -> Void, loop: () -> Void) -> Int {
        for (count, isWarmUp) in [(size / 10, true), (size, false)] {
            left = count
            measure_begin()
            trigger()
            loop()
            if isWarmUp { measure_reset() }
        }
        return size
    }
}

/// The descriptor of `fd-ready`: an eventfd that its own call-out reads and writes again.
public struct ReadyDescriptor: Sendable {
    public let number = measure_descriptor_make()

    public init() {}

    public func write() {
        var one: UInt64 = 1
        precondition(Glibc.write(number, &one, 8) == 8)
    }

    public func read() {
        var value: UInt64 = 0
        precondition(Glibc.read(number, &value, 8) == 8)
    }
}
