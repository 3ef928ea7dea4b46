internal import CLinux
internal import Foundation
internal import Mainspring

/// Who serves the main queue.
enum MainLoopState {
    /// Our main loop runs, and the calling thread is its.
    static var isOurs: Bool {
        mainspring_is_initial_thread() && mainspring_get_thread_loop() != nil
            && CFRunLoopCopyCurrentMode(CFRunLoopGetMain()) != nil
    }

    /// Our main loop runs, and is nobody's guest who serves the main queue as well.
    static var isOursAlone: Bool {
        // Ours that sleeps does it in a round of Foundation's, which is its guest then.
        isOurs && (mainspring_foundation_is_hosted() || RunLoop.current.currentMode == nil)
    }

    /// The calling thread has the main queue, and something other than our loop goes on to serve it.
    static var isOthers: Bool {
        mainspring_is_initial_thread()
            ? !isOurs && RunLoop.current.currentMode != nil : SerialQueue.threadServesMain
    }
}
