internal import Foundation
internal import MainspringAnimation

/// Leads what happens in a window to recognizers, before the loop sleeps, and decides which of them may go on.
final class GestureCoordinator {
    private unowned let window: Window
    private var pending: [GestureInput] = []
    /// Those that look at something, or wait; from the inside outwards.
    private(set) var active: [GestureRecognizer] = []
    private var contacts: [UInt64: GestureContact] = [:]
    private var isUpdating = false
    /// Changes whenever all is cancelled, so that a call-out's caller sees that nothing is left.
    private var generation = 0

    init(_ window: Window) { self.window = window }

    /// Whether a recognizer looks at something, or is about to.
    var isBusy: Bool { !active.isEmpty || pending.contains { !$0.recognizers.isEmpty } }

    /// When a recognizer is to be asked again, in seconds of the loop's clock.
    var nextTime: Double? { active.compactMap { $0.state == .possible ? $0.nextTime : nil }.min() }

    /// Keeps an event for the next update.
    func add(_ event: Event) {
        guard let input = GestureInput(event, in: window) else { return }
        if !pending.isEmpty, pending[pending.count - 1].absorb(input) { return }
        pending.append(input)
    }

    /// Tells recognizers what has come, and what time it is.
    func update(at now: Double) {
        guard !isUpdating, !pending.isEmpty || !active.isEmpty else { return }
        isUpdating = true
        defer { isUpdating = false }
        let (inputs, started) = (pending, generation)
        pending = []
        // As for who has taken an event, a layer that has left the window takes part no more.
        for recognizer in active where recognizer.layer?.isInside(window.layer) != true { drop(recognizer) }
        for input in inputs {
            guard generation == started else { return }
            pass(input.time)
            take(input)
            settle()
        }
        guard generation == started else { return }
        pass(now)
        settle()
    }

    private func pass(_ time: Double) {
        for recognizer in active where recognizer.coordinator === self && recognizer.state == .possible {
            // What is due by the arithmetic of seconds is due.
            if let due = recognizer.nextTime, due <= time + 1e-9 { recognizer.timeReached(time) }
        }
    }

    private func take(_ input: GestureInput) {
        switch input.kind {
        case .began: begin(input)
        case .moved:
            guard contacts[input.contact] != nil else { return }
            contacts[input.contact]?.location = input.location
            contacts[input.contact]?.time = input.time
            tell(input.contact) { $0.contactMoved($1) }
        case .ended, .cancelled:
            guard contacts[input.contact] != nil else { return }
            contacts[input.contact]?.location = input.location
            contacts[input.contact]?.time = input.time
            if case .ended = input.kind {
                tell(input.contact) { $0.contactEnded($1) }
            } else {
                tell(input.contact) { $0.contactCancelled($1) }
            }
            contacts[input.contact] = nil
            for recognizer in active { recognizer.contacts.removeAll { $0.identifier == input.contact } }
        case .magnify(let event):
            if event.phase == .began {
                for recognizer in input.recognizers where adopt(recognizer) { recognizer.isMagnifying = true }
            }
            for recognizer in active where recognizer.coordinator === self && recognizer.isMagnifying {
                recognizer.lastLocation = input.location
                recognizer.magnified(event, at: input.time)
                if event.phase.isEnd { recognizer.isMagnifying = false }
            }
        }
    }

    private func begin(_ input: GestureInput) {
        if contacts[input.contact] != nil {
            // The end of the one before got lost.
            tell(input.contact) { $0.contactCancelled($1) }
            for recognizer in active { recognizer.contacts.removeAll { $0.identifier == input.contact } }
            settle()
        }
        let contact = GestureContact(
            identifier: input.contact, location: input.location, firstLocation: input.location,
            firstTime: input.time, time: input.time)
        contacts[input.contact] = contact
        for recognizer in input.recognizers where adopt(recognizer) { recognizer.contacts.append(contact) }
        tell(input.contact) { $0.contactBegan($1) }
    }

    /// Whether a recognizer looks at something new: not one that is over and waits for the rest to be lifted.
    private func adopt(_ recognizer: GestureRecognizer) -> Bool {
        guard recognizer.isEnabled, recognizer.layer != nil else { return false }
        guard recognizer.coordinator == nil || recognizer.coordinator === self, !recognizer.state.isFinal,
            recognizer.deferred.isEmpty
        else { return false }
        recognizer.coordinator = self
        if !active.contains(where: { $0 === recognizer }) { active.append(recognizer) }
        return true
    }

    private func tell(_ identifier: UInt64, _ body: (GestureRecognizer, GestureContact) -> Void) {
        guard let contact = contacts[identifier] else { return }
        for recognizer in active {
            guard recognizer.coordinator === self,
                let place = recognizer.contacts.firstIndex(where: { $0.identifier == identifier })
            else { continue }
            recognizer.contacts[place] = contact
            recognizer.noteLocation()
            if !recognizer.state.isFinal { body(recognizer, contact) }
        }
    }

    // MARK: Steps

    func transition(_ recognizer: GestureRecognizer, to new: GestureRecognizer.State) {
        guard recognizer.coordinator === self else { return }
        switch (recognizer.state, new) {
        case (.possible, .failed), (.possible, .cancelled): fail(recognizer)
        case (.possible, _) where !recognizer.deferred.isEmpty:
            if new != .changed, new != .possible { recognizer.deferred.append(new) }
        case (.possible, .began), (.possible, .ended):
            if isHeldUp(recognizer) { recognizer.deferred = [new] } else { recognize(recognizer, new) }
        case (.began, .changed), (.changed, .changed), (.began, .ended), (.changed, .ended), (.began, .cancelled),
            (.changed, .cancelled):
            enter(recognizer, new)
        default: break
        }
    }

    private func fail(_ recognizer: GestureRecognizer) {
        recognizer.deferred = []
        recognizer.state = .failed
    }

    private func enter(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
        recognizer.state = state
        recognizer.action?(recognizer)
    }

    /// Whether one that has to fail first still may recognize.
    private func isHeldUp(_ recognizer: GestureRecognizer) -> Bool {
        recognizer.failureRequirements.contains { isActive($0) && $0.state == .possible }
    }

    private func isActive(_ recognizer: GestureRecognizer) -> Bool {
        recognizer.coordinator === self && active.contains { $0 === recognizer }
    }

    private func recognize(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
        let others = active.filter { $0 !== recognizer }
        let isPrevented = others.contains { other in
            if recognizer.failureRequirements.contains(where: { $0 === other }) {
                return other.state != .failed && other.state != .possible
            }
            return other.state.isGoingOn && !goTogether(recognizer, other)
        }
        guard !isPrevented, recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) ?? true else {
            return fail(recognizer)
        }
        for other in others where other.state == .possible {
            let waitsForThis = other.failureRequirements.contains { $0 === recognizer }
            if waitsForThis || recognizer.canPrevent(other) && !goTogether(recognizer, other) { fail(other) }
        }
        let touching = recognizer.contacts.map(\.identifier)
        let started = generation
        enter(recognizer, state)
        guard recognizer.cancelsEventsInLayer, generation == started else { return }
        for contact in touching { window.router.cancel(GestureInput.captureKey(ofContact: contact), keepsOpen: true) }
    }

    private func goTogether(_ one: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
        one.delegate?.gestureRecognizer(one, shouldRecognizeSimultaneouslyWith: other) ?? false
            || other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: one) ?? false
    }

    // MARK: Ends

    /// Lets go on what nobody holds up any more, and lets go of those that are over.
    private func settle() {
        var goesOn = true
        while goesOn {
            goesOn = false
            for recognizer in active where !recognizer.deferred.isEmpty && !isHeldUp(recognizer) {
                let steps = recognizer.deferred
                recognizer.deferred = []
                recognize(recognizer, steps[0])
                for step in steps.dropFirst() { transition(recognizer, to: step) }
                goesOn = true
            }
            for recognizer in active where isOver(recognizer) {
                remove(recognizer)
                goesOn = true
            }
            if !goesOn, contacts.isEmpty, !active.contains(where: { $0.isWaiting || $0.isMagnifying }) {
                // They wait for each other.
                let circle = active.filter { !$0.deferred.isEmpty }
                for recognizer in circle { fail(recognizer) }
                goesOn = !circle.isEmpty
            }
        }
    }

    private func isOver(_ recognizer: GestureRecognizer) -> Bool {
        guard recognizer.contacts.isEmpty, !recognizer.isMagnifying else { return false }
        switch recognizer.state {
        case .ended, .cancelled, .failed: return true
        case .possible: return recognizer.deferred.isEmpty && !recognizer.isWaiting
        case .began, .changed:
            // What it was recognized by is gone, and its class did not say so.
            enter(recognizer, .cancelled)
            return recognizer.coordinator === self
        }
    }

    private func remove(_ recognizer: GestureRecognizer) {
        active.removeAll { $0 === recognizer }
        recognizer.forget()
    }

    /// A recognizer is to look no more.
    func drop(_ recognizer: GestureRecognizer) {
        guard isActive(recognizer) else { return }
        let wasGoingOn = recognizer.state.isGoingOn
        active.removeAll { $0 === recognizer }
        if wasGoingOn { enter(recognizer, .cancelled) }
        recognizer.forget()
    }

    /// All of it is over.
    func cancelAll() {
        generation += 1
        pending = []
        contacts = [:]
        for recognizer in active { drop(recognizer) }
    }
}

extension GestureRecognizer {
    func noteLocation() {
        guard !contacts.isEmpty else { return }
        let sum = contacts.reduce(CGPoint.zero) { CGPoint(x: $0.x + $1.location.x, y: $0.y + $1.location.y) }
        lastLocation = CGPoint(x: sum.x / CGFloat(contacts.count), y: sum.y / CGFloat(contacts.count))
    }

    /// Begins anew.
    func forget() {
        state = .possible
        deferred = []
        contacts = []
        isMagnifying = false
        coordinator = nil
        reset()
    }
}
