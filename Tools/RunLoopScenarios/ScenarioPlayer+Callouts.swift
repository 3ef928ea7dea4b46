/// Call-outs of the loop under test.
extension ScenarioPlayer {
    /// A source0 is performed.
    package func sourcePerformed(_ id: Int) {
        guard !isSilent else { return }
        if case .source1 = scenario.items[id].kind { return source1Performed(id) }
        let wasSignalled = signalled.removeValue(forKey: id)
        if let place = frames.indices.last { beganSource0(id, place, signalledAt: wasSignalled) }
        log(.source0, "source \(id)")
        perform(reactions(id), at: .source0(id))
    }

    /// Keeps up with the sources collected in this pass.
    private func beganSource0(_ id: Int, _ place: Int, signalledAt: Int?) {
        for outer in frames[..<place] where outer.pendingSources.last == id {
            end("\(id) was the last of an outer round of sources")
        }
        frames[place].sources += 1
        frames[place].hasPerformedSource0 = true
        if let turn = frames[place].pendingSources.firstIndex(of: id) {
            frames[place].pendingSources.removeFirst(turn + 1)
            note(.sourceOrder)
        } else if frames[place].returnAfterSourceHandled {
            frames[place].pendingSources = []
        } else {
            let mode = frames[place].mode
            frames[place].pendingSources = signalled.filter { loop.isValid($0.key) && loop.contains($0.key, in: mode) }
                .sorted { (loop.order($0.key), $0.value) < (loop.order($1.key), $1.value) }.map(\.key)
        }
    }

    private func source1Performed(_ id: Int) {
        if let descriptor = descriptors[id] { EventDescriptor.read(descriptor) }
        ready.rung.remove(id)
        if let place = servePort() { frames[place].sources += 1 }
        log(.source1, "source \(id)")
        perform(reactions(id), at: .source1(id))
        portWasServed()
    }

    /// A timer fires.
    package func timerFired(_ id: Int) {
        guard !isSilent else { return }
        let isOneShot = scenario.items[id].isOneShotTimer
        ready.due.remove(id)
        ready.firing.append(id)
        if let place = frames.indices.last, frames[place].hasServedPort { ready.armed.insert(id) }
        if let place = servePort() {
            frames[place].timers += 1
            if frames[place].timers > 1 { note(.timerOrderIgnored) }
        }
        log(.timer, "timer \(id)")
        perform(reactions(id), at: .timer(id))
        ready.firing.removeLast()
        ready.armed.remove(id)
        if isOneShot { ready.due.remove(id) }
        portWasServed()
    }

    /// An item of the main queue is called.
    func mainQueueItemCalled(_ block: Block) {
        guard !isSilent else { return }
        ready.mainQueueItems -= 1
        if let place = servePort() { frames[place].mainQueueItems += 1 }
        log(.mainQueue, "main queue item \(block.id)")
        isInMainQueueItem = true
        perform(block.operations, at: .mainQueueItem)
        isInMainQueueItem = false
        portWasServed()
    }

    private func servePort() -> Int? {
        guard let place = frames.indices.last else { return nil }
        frames[place].hasServedPort = true
        frames[place].ignoresWakeUps = true
        frames[place].pendingSources = []
        return place
    }

    private func portWasServed() {
        guard let place = frames.indices.last else { return }
        frames[place].lastActivity = loop.now
    }

    /// An observer is called.
    package func observerCalled(_ id: Int, _ activity: UInt) {
        guard !isSilent else { return }
        enter(activity)
        guard id != Self.follower else { return follow(activity) }
        if let place = frames.indices.last {
            frames[place].observerCalls += 1
            if !observersInStage.isEmpty { note(.observerOrder) }
            observersInStage.append(id)
        }
        log(.observer(activity), "observer \(id): \(Activities.name(activity))")
        perform(reactions(id, activity), at: .observer(id, activity))
    }

    /// A stage begins, or another observer of it is called.
    private func enter(_ activity: UInt) {
        guard let place = frames.indices.last, frames[place].stage != activity || activity == Activities.entry else {
            return
        }
        observersInStage = []
        frames[place].stage = activity
        switch activity {
        case Activities.beforeTimers:
            if frames[place].pass > 0, ready.takers.contains(frames[place].serial) { wakeUpWasTaken() }
            frames[place].pass += 1
            frames[place].ignoresWakeUps = false
            frames[place].hasServedPort = false
            frames[place].hasPerformedSource0 = false
            frames[place].hasSlept = false
            frames[place].wasWoken = false
            frames[place].pendingSources = []
            if ready.hasWakeUp { ready.takers.insert(frames[place].serial) }
        case Activities.beforeWaiting:
            frames[place].pendingSources = []
            frames[place].hasSlept = true
        case Activities.afterWaiting:
            frames[place].ignoresWakeUps = true
            frames[place].wasWoken = ready.hasWakeUp
            if scenario.style == .exact { wakeUpWasTaken() }
        case Activities.exit:
            frames[place].pendingSources = []
            frames[place].ignoresWakeUps = frames[place].pass > 0
        default:
            break
        }
    }

    /// What the hidden observer does, the last of its stage.
    private func follow(_ activity: UInt) {
        guard let place = frames.indices.last else { return }
        switch activity {
        case Activities.beforeSources:
            frames[place].blocksBeganAt = clockOfTrace
            frames[place].lastActivity = loop.now
        case Activities.beforeWaiting:
            frames[place].lastActivity = loop.now
            stopIfIdle(at: place)
        default:
            break
        }
    }

    /// Stops a run that would sleep without anything to come.
    private func stopIfIdle(at place: Int) {
        let frame = frames[place]
        guard frame.limit == .untilIdle || frame.limit == .endless else { return }
        guard readyPorts(in: frame.mode, exceptFiring: true).isEmpty else { return }
        if ready.hasWakeUp, frame.limit != .endless { return }
        log(.other, "idle: stop")
        _ = mayWakeUp(.observer(Self.follower, Activities.beforeWaiting))
        frames[place].wasEndedAsIdle = true
        loop.stop()
    }

    /// A source has come into a mode.
    package func scheduled(_ id: Int, _ mode: ModeName, elsewhere: Bool) {
        log(.schedule, "schedule \(id) in \(mode)\(elsewhere ? " elsewhere" : "")")
    }

    /// A source has left a mode.
    package func cancelled(_ id: Int, _ mode: ModeName, elsewhere: Bool) {
        log(.schedule, "cancel \(id) in \(mode)\(elsewhere ? " elsewhere" : "")")
    }
}
