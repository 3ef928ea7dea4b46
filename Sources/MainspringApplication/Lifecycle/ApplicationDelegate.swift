internal import Mainspring

/// Who decides for an application and hears of its beginning and end. Ours; the names are AppKit's.
///
/// On the loop's thread; each member does nothing, or says what stands there, unless it is there.
public protocol ApplicationDelegate: AnyObject {
    /// The application was launched; the loop runs in the initialization mode, and no event was handed on yet.
    func applicationDidFinishLaunching(_ application: Application)
    /// Whether the application may end now. Now unless said otherwise.
    func applicationShouldTerminate(_ sender: Application) -> Application.TerminateReply
    /// Whether the application is to end because no window is left. True unless said otherwise; AppKit's is false.
    func applicationShouldTerminateAfterLastWindowClosed(_ sender: Application) -> Bool
    /// The application ends when this returns: the time to save.
    func applicationWillTerminate(_ application: Application)
    /// The window system is gone, its windows with it; the sentence says why. Ours.
    func application(_ application: Application, windowSystemDidFail sentence: String)
}

extension ApplicationDelegate {
    /// Does nothing.
    public func applicationDidFinishLaunching(_ application: Application) {}
    /// Now.
    public func applicationShouldTerminate(_ sender: Application) -> Application.TerminateReply { .terminateNow }
    /// True.
    public func applicationShouldTerminateAfterLastWindowClosed(_ sender: Application) -> Bool { true }
    /// Does nothing.
    public func applicationWillTerminate(_ application: Application) {}
    /// Does nothing: the application goes on without windows.
    public func application(_ application: Application, windowSystemDidFail sentence: String) {}
}
