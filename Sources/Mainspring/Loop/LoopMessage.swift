/// What a loop can be sent without a closure, see ``CFRunLoop/deliver(_:)-(LoopMessage)``.
package protocol LoopMessage: AnyObject {
    /// Called by the loop, once for each time that it was sent.
    func arrive()
}
