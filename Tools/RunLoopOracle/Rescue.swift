internal import CoreFoundation
internal import Dispatch
internal import Foundation

/// Stops a run of the real loop that has missed its own time-out.
///
/// Once in some ten thousand runs libFoundation drops the wake-up of its time-out timer, and the run would last for ever. One that
/// takes a second is stopped; the player sees that it took too long, and plays the scenario again.
final class Rescue: @unchecked Sendable {
    // `@unchecked Sendable`: CFRunLoopStop is safe from any thread, a dispatch source from any too.

    private let loop: CFRunLoop
    private let timer = DispatchSource.makeTimerSource(queue: .global())

    /// Begins to watch over a run of the calling thread's loop.
    init(_ loop: CFRunLoop) {
        self.loop = loop
        timer.setEventHandler { [self] in CFRunLoopStop(self.loop) }
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.activate()
    }

    /// The run is over.
    func cancel() { timer.cancel() }
}
