/// A thread's run loop at Foundation's level: an object around the thread's `CFRunLoop`.
///
/// There is one for each thread, made when the thread first asks for ``current``; ``main`` can be had from anywhere. It
/// holds its `CFRunLoop`, which does the work; both may be used side by side.
///
/// Not `Sendable`, as on Apple's platforms: to hand a loop to another thread pass ``getCFRunLoop()``, which is. The
/// members that add, remove and perform may be called on any thread that has the object, as `RunLoop.main` is to be had
/// on all; the members that run the loop only on its own thread.
public final class RunLoop: NSObject {
    /// The loop that does the work.
    let loop: CFRunLoop
    /// Ordered and delayed performs that have not been called.
    let requests = PerformRequests()
    /// Ports that were scheduled through this object, so that they hear of the thread's end.
    let ports = ScheduledPorts()

    init(loop: CFRunLoop) {
        self.loop = loop
    }

    /// The calling thread's run loop, made if it has none.
    ///
    /// On the main thread this is ``main``. Not to be had from an async function, whose thread may change at each
    /// `await`.
    @available(*, noasync)
    public class var current: RunLoop { ThreadSlot.current.runLoop }

    /// The main thread's run loop, from any thread; always the same object.
    public class var main: RunLoop { mainRunLoop }

    /// Written once, by the runtime's own once; what is in it is guarded as the class says.
    private nonisolated(unsafe) static let mainRunLoop = RunLoop(loop: CFRunLoopGetMain())

    /// The mode the loop is running in, or nil while it does not run.
    public var currentMode: Mode? {
        CFRunLoopCopyCurrentMode(loop).map { Mode($0.rawValue) }
    }

    /// Returns the `CFRunLoop` that this object is around.
    public func getCFRunLoop() -> CFRunLoop { loop }

    /// Whether the calling thread is the one whose loop this is.
    var isCurrent: Bool { CFRunLoopGetCurrent() === loop }
}

/// As Apple annotates it.
@available(*, unavailable)
extension RunLoop: @unchecked Sendable {}
