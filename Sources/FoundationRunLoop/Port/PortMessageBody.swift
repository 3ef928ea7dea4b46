internal import Diagnostics
internal import Mainspring

/// A message on its way: what of it may cross threads.
struct PortMessageBody: Sendable {
    enum Component: Sendable {
        case data(Data)
        case port(Port)
    }

    let components: [Component]
    let messageID: UInt32
    let replyPort: Port?

    /// Takes the components of a message, or says which of them cannot be sent.
    init(_ components: some Sequence<Any>, messageID: UInt32, replyPort: Port?) {
        self.components = components.enumerated().map { index, component in
            switch component {
            case let port as Port: .port(port)
            case let data as Data: .data(data)
            default:
                programmerError(
                    "Component \(index) of a port's message is of type \(type(of: component)). "
                        + "A message carries Data and Port alone: encode the value as Data first.")
            }
        }
        self.messageID = messageID
        self.replyPort = replyPort
    }

    /// The message as the receiver sees it.
    func received(on port: Port) -> PortMessage {
        let message = PortMessage(
            sendPort: replyPort, receivePort: port,
            components: components.map { component in
                switch component {
                case .data(let data): data
                case .port(let port): port
                }
            })
        message.msgid = messageID
        return message
    }
}
