/// Operations of a scenario.
extension ScenarioPlayer {
    func perform(_ operations: [Operation], at place: Place) {
        for operation in operations { perform(operation, at: place) }
    }

    func perform(_ operation: Operation, at place: Place) {
        guard !isSilent else { return }
        switch operation {
        case .add, .remove, .invalidate, .signal, .ring, .setFireTime, .setTolerance, .addElsewhere, .removeElsewhere:
            changeItem(operation, at: place)
        case .post(let block):
            if case .block = place { note(.blockFromBlock) }
            postBlock(block)
        case .postToMainQueue(let block):
            guard isOnMainThread, mayBecomeReady(.mainQueue, in: Array(commonModes)) else { return skip(operation) }
            ready.mainQueueItems += 1
            MainQueue.post { [weak self] in self?.mainQueueItemCalled(block) }
        case .wakeUp, .stop:
            wakeUpOrStop(operation, at: place)
        case .run(let run):
            self.run(run)
        case .runBefore(let mode, let limit):
            run(Run(mode: mode, limit: limit, returnAfterSourceHandled: true, isBare: false), before: true)
        case .addCommonMode(let mode):
            guard mayBecomeCommon(mode) else { return skip(operation) }
            if scenario.items.contains(where: { loop.contains($0.id, in: .common) }) { note(.commonModes) }
            loop.addCommonMode(mode)
            commonModes.insert(mode)
        case .ask(let item):
            ask(item)
        case .askLoop:
            askLoop()
        case .askFromElsewhere(let item):
            if place != .outside { note(.noLockInCallouts) }
            log(.other, "from another thread: " + OtherThread.ask { [self] in answer(item) })
        case .pass(let milliseconds):
            loop.pass(seconds: Double(milliseconds) / 1000)
        case .askGrid(let item):
            askGrid(item)
        }
    }

    private func skip(_ operation: Operation) { log(.other, "skipped: \(operation)") }

    private func changeItem(_ operation: Operation, at place: Place) {
        if place != .outside { note(.changesInCallouts) }
        switch operation {
        case .add(let item, let mode):
            guard mayJoin(item, mode) else { return skip(operation) }
            if scenario.items[item].isSource, !loop.isValid(item) || !modes(holding: item).isEmpty {
                note(.membershipTwice)
            }
            if mode == .common { note(.commonModes) }
            loop.add(item, to: mode)
        case .remove(let item, let mode):
            loop.remove(item, from: mode)
        case .invalidate(let item):
            guard !frames.contains(where: { $0.pendingSources.last == item }) else { return skip(operation) }
            if !modes(holding: item).isEmpty { note(.membershipTwice) }
            loop.invalidate(item)
            signalled[item] = nil
            ready.rung.remove(item)
            ready.due.remove(item)
        case .signal(let item):
            if loop.isValid(item), signalled[item] == nil, case .source0 = scenario.items[item].kind {
                signalled[item] = clockOfTrace
            }
            log(.other, "signal \(item)")
            loop.signal(item)
            if case .observer(_, Activities.beforeWaiting) = place { note(.signalDoesNotWake) }
        case .ring(let item):
            guard let descriptor = descriptors[item], loop.isValid(item),
                mayBecomeReady(.descriptor(item), in: modes(holding: item))
            else { return skip(operation) }
            ready.rung.insert(item)
            EventDescriptor.ring(descriptor)
        case .setFireTime(let item, let time):
            setFireTime(item, time, operation, at: place)
        case .setTolerance(let item, let tolerance):
            loop.setTolerance(item, tolerance)
            note(.tolerance)
        case .addElsewhere(let item, let mode):
            if !modes(holding: item).isEmpty || loop.containsElsewhere(item, in: mode) { note(.oneLoopOnly) }
            loop.addElsewhere(item, to: mode)
        case .removeElsewhere(let item, let mode):
            loop.removeElsewhere(item, from: mode)
        default:
            break
        }
    }

    private func setFireTime(_ item: Int, _ time: FireTime, _ operation: Operation, at place: Place) {
        if case .due = time {
            guard mayBecomeReady(.timers, in: modes(holding: item)) else { return skip(operation) }
            if loop.isValid(item) { ready.due.insert(item) }
        } else {
            ready.due.remove(item)
        }
        if place == .timer(item) { note(.fireDateInOwnCallout) }
        loop.setNextFireDate(item, date(time))
    }

    private func wakeUpOrStop(_ operation: Operation, at place: Place) {
        guard mayWakeUp(place) else { return skip(operation) }
        log(.other, operation.description)
        if operation == .stop {
            if let inner = frames.indices.last {
                frames[inner].wasStopped = true
                let isLastBeforeSleep = if case .observer(_, Activities.beforeWaiting) = place { true } else { false }
                if isLastBeforeSleep || frames[inner].isFollowed && !frames[inner].hasSlept {
                    frames[inner].wasStoppedBeforeSleep = true
                }
            }
            loop.stop()
        } else {
            if !frames.isEmpty { note(.wakeUpWhileAwake) }
            loop.wakeUp()
        }
    }

    private func ask(_ id: Int) { log(.other, answer(id)) }

    /// All that can be asked about an item.
    private func answer(_ id: Int) -> String {
        let item = scenario.items[id]
        let members = (modeNames + [.common]).filter { loop.contains(id, in: $0) }.map(\.rawValue).joined(
            separator: " ")
        var text = "\(item.name): \(loop.isValid(id) ? "valid" : "invalid"), order \(loop.order(id)), in [\(members)]"
        switch item.kind {
        case .source0: text += loop.isSignalled(id) ? ", signalled" : ""
        case .source1: break
        case .timer(_, let interval, _):
            text += ", next \(self.text(ofDate: loop.nextFireDate(id))), interval \(loop.interval(id))"
            text += ", repeats \(loop.repeats(id)), tolerance \(loop.tolerance(id))"
            if interval == .none || interval == .negative { note(.intervals) }
        case .observer: text += ", repeats \(loop.repeats(id))"
        }
        return text
    }

    private func askLoop() {
        var text = "loop: mode \(loop.currentMode?.rawValue ?? "none"), waiting \(loop.isWaiting)"
        if !isOnMainThread { text += ", modes [\(loop.allModes.map(\.rawValue).sorted().joined(separator: " "))]" }
        text +=
            ", next "
            + modeNames.map { "\($0) \(self.text(ofDate: loop.nextTimerFireDate($0)))" }.joined(separator: " ")
        log(.other, text)
    }
}
