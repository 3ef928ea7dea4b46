import Mainspring

/// Runs the loop of the calling thread until it is stopped from inside.
func runUntilStopped() { CFRunLoopRunInMode(.defaultMode, 1e10, false) }

/// Stops the main loop.
func stopMain() { CFRunLoopStop(CFRunLoopGetMain()) }
