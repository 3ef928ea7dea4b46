public import Mainspring

extension CFRunLoopMode {
    /// The mode in which an application is launched, once; UIKit's name. What is to come with it is added to this mode.
    public static let initialization = CFRunLoopMode("UIInitializationRunLoopMode")
    /// The mode in which the loop runs while something is dragged or scrolls; UIKit's name. One of the common modes of
    /// an application's loop.
    public static let tracking = CFRunLoopMode("UITrackingRunLoopMode")
}
