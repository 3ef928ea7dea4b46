/// Where windows are: a display, or nothing but memory. Ours; `HeadlessWindowSystem` is one without a display.
///
/// All members belong to the loop's thread. An implementation reads its connection on any thread it likes, and posts
/// what comes by the ``WindowEventPoster`` of each window.
public protocol WindowSystem: AnyObject {
    /// Makes a window's surface, which is not visible before ``WindowSurface/show()``.
    ///
    /// What is wished for and cannot be had is left out; only where there can be no window at all an error is thrown,
    /// whose text says why.
    func makeSurface(_ configuration: WindowConfiguration, events: WindowEventPoster) throws -> any WindowSurface

    /// The text that programs hand over to each other; nil where there is none.
    var clipboardText: String? { get set }
}
