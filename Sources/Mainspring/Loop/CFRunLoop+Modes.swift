internal import Diagnostics
internal import Locks
import Synchronization

/// The loop's modes: found by name, made when something is added to them, never removed.
extension CFRunLoop {
    /// The mode of a name, if it is there. Takes the lock held.
    @inline(__always)
    func existingMode(_ name: CFRunLoopMode) -> ModeState? {
        name.kind == .defaultMode ? defaultMode : modesByName[name]
    }

    /// The mode of a name, made if need be. Takes the lock held.
    @inline(__always)
    func mode(_ name: CFRunLoopMode) -> ModeState {
        existingMode(name) ?? makeMode(name)
    }

    @inline(never)
    private func makeMode(_ name: CFRunLoopMode) -> ModeState {
        let mode = ModeState(name: name, index: modes.count)
        mode.isCommon = commonModeNames.contains(name)
        modes.append(mode)
        modesByName[name] = mode
        return mode
    }

    /// Whether something selected by `selector` is for a mode. Takes the lock held.
    @inline(__always)
    func matches(_ selector: ModeSelector, _ mode: ModeState) -> Bool {
        if selector.raw == Int32(truncatingIfNeeded: mode.index) { return true }
        if selector == .common { return mode.isCommon }
        guard let index = selector.listIndex else { return false }
        let list = modeLists[index]
        return list.modes.contains(Int32(truncatingIfNeeded: mode.index)) || list.includesCommon && mode.isCommon
    }

    /// The selector of a name, its mode made if need be. Takes the lock held.
    ///
    /// A block for the common modes makes a mode of that literal name, as on Apple's; nothing can run in it.
    @inline(__always)
    func selector(for name: CFRunLoopMode) -> ModeSelector {
        if name.kind == .defaultMode { return .mode(0) }
        let made = mode(name)
        return name.kind == .commonModes ? .common : .mode(made.index)
    }

    /// The selector of several names, their modes made if need be. Takes the lock held.
    func selector(for names: some Sequence<CFRunLoopMode>) -> ModeSelector {
        var list = ModeList(modes: [], includesCommon: false)
        for name in names {
            let selector = selector(for: name)
            if selector == .common { list.includesCommon = true } else { list.modes.insert(selector.raw) }
        }
        if list.modes.count == 1, !list.includesCommon, let only = list.modes.first { return ModeSelector(raw: only) }
        if list.modes.isEmpty, list.includesCommon { return .common }
        if let known = modeListIndices[list] { return .list(known) }
        modeLists.append(list)
        modeListIndices[list] = modeLists.count - 1
        return .list(modeLists.count - 1)
    }

    /// Whether a run in a mode would have nothing to do. Takes the lock held.
    func isEmpty(_ mode: ModeState) -> Bool {
        if mode.isCommon, servesMainQueue(in: mode) { return false }
        return mode.itemCount.load(ordering: .relaxed) == 0 && !blocks.contains { matches($0, mode) }
    }

    /// Marks a mode as common: what is in the common modes is in it from now on.
    package func addCommonMode(_ name: CFRunLoopMode) {
        requireOwnProcess()
        if name == .commonModes {
            report(
                "Mainspring: CFRunLoopAddCommonMode was given the common modes themselves; name a mode of your own. Ignored."
            )
            return
        }
        lock.lock()
        guard !hasEnded, commonModeNames.insert(name).inserted else { return lock.unlock() }
        // Without valid common items no mode comes into being, as on Apple's; adding one makes it.
        existingMode(name)?.isCommon = true
        let sources = commonSources
        let observers = commonObservers
        let timers = commonTimers
        lock.unlock()
        // Another thread may take one out of the common modes meanwhile.
        for source in sources {
            add(source, toModeAlone: name)
            if !contains(source, in: .commonModes) { remove(source, from: name) }
        }
        for observer in observers {
            add(observer, toModeAlone: name)
            if !contains(observer, in: .commonModes) { remove(observer, from: name) }
        }
        for timer in timers {
            add(timer, toModeAlone: name)
            if !contains(timer, in: .commonModes) { remove(timer, from: name) }
        }
    }

    /// The mode of the innermost run, nil outside one.
    package var currentModeName: CFRunLoopMode? { lock.withLock { currentMode?.name } }

    /// The names of all modes.
    package var allModeNames: [CFRunLoopMode] { lock.withLock { modes.map(\.name) } }
}
