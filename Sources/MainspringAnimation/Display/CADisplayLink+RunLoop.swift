internal import Diagnostics
public import Foundation
public import FoundationRunLoop
internal import Mainspring

/// Loops by the names that listings for Apple's platforms use.
extension CADisplayLink {
    /// Adds it to a mode of a thread's loop, or to the common modes. Twice is as good as once.
    ///
    /// Foundation's `RunLoop` stands for our loop of the same thread, which is to run (Foundation's own, where it runs
    /// instead, drives ours after `FoundationLoop.join()`). It must be `RunLoop.main` or the calling thread's
    /// `RunLoop.current`: another thread's cannot be told from it and traps.
    public func add(to runloop: Foundation.RunLoop, forMode mode: Foundation.RunLoop.Mode) {
        add(to: Self.loop(of: runloop), forMode: CFRunLoopMode(rawValue: mode.rawValue))
    }

    /// Takes it out of a mode of a thread's loop, or of the common modes.
    ///
    /// Which loops there can be is said at `add`.
    public func remove(from runloop: Foundation.RunLoop, forMode mode: Foundation.RunLoop.Mode) {
        remove(from: Self.loop(of: runloop), forMode: CFRunLoopMode(rawValue: mode.rawValue))
    }

    /// Adds it to a mode of a loop of the module FoundationRunLoop, or to the common modes.
    @_disfavoredOverload
    public func add(to runloop: FoundationRunLoop.RunLoop, forMode mode: FoundationRunLoop.RunLoop.Mode) {
        add(to: runloop.getCFRunLoop(), forMode: CFRunLoopMode(rawValue: mode.rawValue))
    }

    /// Takes it out of a mode of a loop of the module FoundationRunLoop, or of the common modes.
    @_disfavoredOverload
    public func remove(from runloop: FoundationRunLoop.RunLoop, forMode mode: FoundationRunLoop.RunLoop.Mode) {
        remove(from: runloop.getCFRunLoop(), forMode: CFRunLoopMode(rawValue: mode.rawValue))
    }

    /// Our loop of the thread whose loop of Foundation's is given.
    private static func loop(of runLoop: Foundation.RunLoop) -> CFRunLoop {
        if runLoop === Foundation.RunLoop.main { return CFRunLoopGetMain() }
        if runLoop === Foundation.RunLoop.current { return CFRunLoopGetCurrent() }
        programmerError(
            """
            A display link was given Foundation's RunLoop of another thread, from which the thread cannot be told. Pass \
            RunLoop.current on that thread, or its CFRunLoop.
            """)
    }
}
