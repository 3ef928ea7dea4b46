/// Who gets the messages of a port.
public protocol PortDelegate: AnyObject {
    /// Called for each message, on a thread whose loop the port is in.
    func handle(_ message: PortMessage)
}

extension PortDelegate {
    /// Does nothing with the message: the method is optional on Apple's platforms.
    public func handle(_ message: PortMessage) {}
}
