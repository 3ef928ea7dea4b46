internal import CLinux

/// What the kernel has for a loop: one event at a time.
///
/// The main loop takes two at once. Only so does it know, without a system call for it in each pass, whether the main
/// queue has work, which comes before whatever else is ready. What it does not serve at once it holds in its hand.
extension CFRunLoop {
    /// Takes an event, waiting for it if need be; below zero without end.
    @inline(__always)
    func takeEvent(waiting nanoseconds: Int64) -> Poller.Event {
        guard isMain else {
            let event = poller.wait(nanoseconds: nanoseconds)
            if case .unusable = event { return takeEventWithoutEpoll(waiting: nanoseconds) }
            return event
        }
        if !heldEvents.isEmpty, let event = takeHeldEvent() { return event }
        return look(waiting: nanoseconds)
    }

    /// Asks the kernel, with nothing in the hand.
    @inline(__always)
    func look(waiting nanoseconds: Int64) -> Poller.Event {
        let (first, second) = poller.waitForTwo(nanoseconds: nanoseconds)
        if case .nothing = second {
            if case .unusable = first { return takeEventWithoutEpoll(waiting: nanoseconds) }
            mainQueue.isQuestionOpen = false
            return first
        }
        return chooseFirst(first, second)
    }

    /// Which of two events comes first: the main queue's, if step 6 left it open whether that has work.
    @inline(never)
    private func chooseFirst(_ first: Poller.Event, _ second: Poller.Event) -> Poller.Event {
        heldEvents = HeldEvents(first, second)
        if case .own(.mainQueue) = second {
            if mainQueue.isQuestionOpen { heldEvents = HeldEvents(second, first) } else { mainQueue.noteReady() }
        } else if mainQueue.isQuestionOpen, !heldEvents.isSingle, mainQueue.isReadable {
            // It stands behind both.
            heldEvents.putInFront(.own(.mainQueue))
        }
        mainQueue.isQuestionOpen = false
        return heldEvents.take()
    }

    /// Asks the kernel what step 6 left open, where something else than the kernel has work too.
    func answerMainQueueQuestion(in mode: ModeState) -> LivePort? {
        if !heldEvents.isEmpty { return mainQueue.takeReady() ? .mainQueue : nil }
        let event = look(waiting: 0)
        if case .own(.mainQueue) = event { return port(of: event, mode) }
        heldEvents.putInFront(event)
        return nil
    }

    /// An event that was held while others were called, if it still is one.
    @inline(never)
    private func takeHeldEvent() -> Poller.Event? {
        while !heldEvents.isEmpty {
            switch heldEvents.take() {
            case .descriptor(let descriptor, let generation, let events):
                let holding = Poller.stillHolding(events, of: descriptor)
                if holding != 0 { return .descriptor(descriptor, generation: generation, events: holding) }
            case .own(.foundation):
                if Poller.stillHolding(EPOLLIN.rawValue, of: foundation.portSet) != 0 { return .own(.foundation) }
            case let event:
                return event
            }
        }
        return nil
    }
}

/// Events that the kernel has told and that are not served yet: at most two, and the main queue's in front of them.
struct HeldEvents {
    private(set) var first: Poller.Event = .nothing
    private var second: Poller.Event = .nothing
    private var third: Poller.Event = .nothing

    init() {}

    /// The second one is left out where the loop knows it anyway: a wake-up by its bit, the time by the clock.
    @inline(__always)
    init(_ first: Poller.Event, _ second: Poller.Event) {
        self.first = first
        switch second {
        case .own(.wake), .own(.deadline), .own(.mainQueue): break
        case .nothing, .unusable, .own(.foundation), .own(.reminder), .descriptor: self.second = second
        }
    }

    @inline(__always)
    var isEmpty: Bool {
        if case .nothing = first { true } else { false }
    }

    /// Takes the first one.
    @inline(__always)
    mutating func take() -> Poller.Event {
        let event = first
        first = second
        second = third
        third = .nothing
        return event
    }

    /// Whether there is one at most.
    @inline(__always)
    var isSingle: Bool {
        if case .nothing = second { true } else { false }
    }

    mutating func putInFront(_ event: Poller.Event) { (first, second, third) = (event, first, second) }
}
