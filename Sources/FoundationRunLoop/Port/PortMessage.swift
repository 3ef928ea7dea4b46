/// A message between two ports: two ports, a number, and components that are data or ports.
///
/// Of a message that came in, ``receivePort`` is the port it came in on and ``sendPort`` the one that a reply goes to.
/// Of a message to be sent, ``sendPort`` is the port it goes to and ``receivePort`` the one where replies are awaited.
public final class PortMessage: NSObject {
    /// The port that a message of ours goes to, or a reply to a received one.
    public let sendPort: Port?
    /// The port that replies to a message of ours come in on, or that a received one came in on.
    public let receivePort: Port?
    /// The body: each is `Data` or a ``Port``.
    public let components: [Any]?
    /// A number for the receiver to tell messages by.
    public var msgid: UInt32 = 0

    /// Makes a message to be sent, or to be told like one.
    public init(send sendPort: Port?, receive replyPort: Port?, components: [Any]?) {
        self.sendPort = sendPort
        self.receivePort = replyPort
        self.components = components
    }

    /// Makes a message to be sent, or to be told like one: Apple has both forms.
    public convenience init(sendPort: Port?, receivePort replyPort: Port?, components: [Any]?) {
        self.init(send: sendPort, receive: replyPort, components: components)
    }

    /// Sends the message to its ``sendPort``; see ``Port/send(before:msgid:components:from:reserved:)``.
    /// - Returns: whether it was sent; false if there is no port to send to.
    public func send(before date: Date) -> Bool {
        guard let sendPort else { return false }
        return sendPort.send(
            PortMessageBody(components ?? [], messageID: msgid, replyPort: receivePort),
            before: date)
    }
}

/// As Apple annotates it: it belongs to the thread that made or received it.
@available(*, unavailable)
extension PortMessage: @unchecked Sendable {}
