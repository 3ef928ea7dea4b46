internal import Locks
import Synchronization

/// Sources of a mode.
extension CFRunLoop {
    /// Performs what is signalled, by order and then by time of the signal. Returns whether anything was performed.
    @inline(__always)
    func performSources0(in mode: ModeState, onlyOne: Bool) -> Bool {
        mode.signalledCount.load(ordering: .relaxed) != 0 && performSignalled(in: mode, onlyOne: onlyOne)
    }

    @inline(never)
    private func performSignalled(in mode: ModeState, onlyOne: Bool) -> Bool {
        noteCallOut()
        lock.lock()
        if let only = mode.takeOnlySignalled() {
            lock.unlock()
            defer { only.release() }
            return only._withUnsafeGuaranteedRef { source in
                guard source.takeSignal() else { return false }
                CallOuts.source0(source)
                requireOwnProcess()
                return true
            }
        }
        var memberships = mode.allSignalled()
        lock.unlock()
        if memberships.count > 1 {
            // The turns are read once, since a signal on another thread changes one.
            memberships = memberships.map { (order: $0.source.order, turn: $0.source.turnOfSignal, membership: $0) }
                .sorted { ($0.order, $0.turn) < ($1.order, $1.turn) }.map(\.membership)
        }
        var handled = false
        for membership in memberships {
            // Before the signal is taken, so that a signal given from inside the call stands in the list anew.
            lock.withLock { mode.dequeue(membership) }
            guard membership.source.takeSignal() else { continue }
            CallOuts.source0(membership.source)
            requireOwnProcess()
            handled = true
            if onlyOne { break }
        }
        return handled
    }

    /// Performs the source of a live port, and lets go of its handler. Returns whether it was performed.
    @inline(__always)
    func perform(_ handler: Unmanaged<DescriptorHandler>, _ events: UInt32) -> Bool {
        let isValid = handler._withUnsafeGuaranteedRef { $0.isValid.load(ordering: .acquiring) }
        if isValid {
            foundation.getsADebt()
            CallOuts.source1(handler, events)
            requireOwnProcess()
        }
        handler.release()
        return isValid
    }

    /// Adds a source to a mode, or to the common modes.
    package func add(_ source: CFRunLoopSource, to name: CFRunLoopMode) {
        requireOwnProcess()
        guard name == .commonModes else { return add(source, toModeAlone: name) }
        let joined = source.join(self) {
            commonSources.insert(source)
            return modesForCommonItems()
        }
        didAdd(source, joined)
    }

    func add(_ source: CFRunLoopSource, toModeAlone name: CFRunLoopMode) {
        didAdd(source, source.join(self) { [mode(name)] })
    }

    /// Removes a source from a mode, or from the common modes.
    package func remove(_ source: CFRunLoopSource, from name: CFRunLoopMode) {
        requireOwnProcess()
        let left = source.leave(self) {
            if name != .commonModes { return existingMode(name).map { [$0] } ?? [] }
            return commonSources.remove(source) == nil ? [] : modes.filter(\.isCommon)
        }
        didRemove(source, left)
    }

    /// Whether a source is in a mode, or among the common items.
    package func contains(_ source: CFRunLoopSource, in name: CFRunLoopMode) -> Bool {
        lock.withLock {
            name == .commonModes ? commonSources.contains(source) : existingMode(name)?.holds(source) ?? false
        }
    }

    /// Takes a source out of every mode.
    func removeEverywhere(_ source: CFRunLoopSource) {
        let left = source.leave(self) {
            commonSources.remove(source)
            return modes
        }
        didRemove(source, left)
    }

    private func didAdd(_ source: CFRunLoopSource, _ modes: [ModeState]) {
        guard !modes.isEmpty else { return }
        if !source.isManual { itemsChanged() }
        for mode in modes { source.didJoin(self, mode.name) }
    }

    private func didRemove(_ source: CFRunLoopSource, _ modes: [ModeState]) {
        guard !modes.isEmpty else { return }
        for mode in modes { source.didLeave(self, mode.name) }
    }
}

extension ModeState {
    /// Whether a source is here.
    func holds(_ source: CFRunLoopSource) -> Bool {
        (source.isManual ? sources0[source] : sources1[source]) != nil
    }

    func insert(_ membership: SourceMembership) {
        itemCount.wrappingAdd(1, ordering: .relaxed)
        if membership.source.isManual {
            sources0[membership.source] = membership
        } else {
            sources1[membership.source] = membership
        }
    }

    /// Takes a source out; the caller lets go of what is returned after giving the lock back.
    func removeMembership(of source: CFRunLoopSource) -> SourceMembership? {
        let removed = source.isManual ? sources0.removeValue(forKey: source) : sources1.removeValue(forKey: source)
        if removed != nil { itemCount.wrappingSubtract(1, ordering: .relaxed) }
        return removed
    }
}
