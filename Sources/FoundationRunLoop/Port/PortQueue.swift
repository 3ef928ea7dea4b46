/// The messages that wait at a port, and who waits for room.
///
/// Not synchronized: the port's lock guards it.
struct PortQueue {
    enum Answer {
        case accepted, full, refused
    }

    private(set) var isOpen = true
    /// The modes of the loops that the port is in.
    var loops: [ObjectIdentifier: Set<RunLoop.Mode>] = [:]
    /// Whether the thread of the last loop that the port was in has ended.
    private var isDeserted = false
    private var messages: [PortMessageBody?] = []
    /// How many of `messages` were taken.
    private var taken = 0
    /// First come, first served.
    private var senders: [SenderWaiting] = []

    mutating func append(_ message: PortMessageBody, limit: Int, orWake sender: SenderWaiting?) -> Answer {
        guard isOpen, !isDeserted || !loops.isEmpty else { return .refused }
        guard messages.count - taken < limit else {
            if let sender { senders.append(sender) }
            return .full
        }
        messages.append(message)
        return .accepted
    }

    /// The next message, and the sender that has room now.
    mutating func removeFirst() -> (PortMessageBody?, SenderWaiting?) {
        guard taken < messages.count else { return (nil, nil) }
        // Moved out, so that what it holds goes with the receiver's copy and not under the port's lock.
        let message = messages[taken].take()
        taken += 1
        if taken * 2 >= messages.count {
            messages.removeFirst(taken)
            taken = 0
        }
        return (message, senders.isEmpty ? nil : senders.removeFirst())
    }

    /// A sender waits no longer. Gives the one that has the room which it was woken for and does not take.
    mutating func giveUp(_ sender: SenderWaiting) -> SenderWaiting? {
        if let place = senders.firstIndex(where: { $0 === sender }) {
            senders.remove(at: place)
            return nil
        }
        return senders.isEmpty ? nil : senders.removeFirst()
    }

    /// Takes nothing more.
    ///
    /// Gives what to release and whom to wake, or nil if it was closed before.
    @discardableResult
    mutating func close() -> (messages: [PortMessageBody?], senders: [SenderWaiting])? {
        guard isOpen else { return nil }
        isOpen = false
        defer {
            messages = []
            senders = []
            taken = 0
        }
        return (messages, senders)
    }

    /// Gives whom to wake because nobody will receive any more.
    mutating func loopHasEnded(_ loop: ObjectIdentifier) -> [SenderWaiting] {
        guard loops.removeValue(forKey: loop) != nil, loops.isEmpty else { return [] }
        isDeserted = true
        defer { senders = [] }
        return senders
    }
}
