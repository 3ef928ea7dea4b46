internal import CoreFoundation
internal import Foundation
package import RunLoopScenarios

/// The real CFRunLoop, which ships inside libFoundation.
package struct OracleKind: LoopKind {
    package var name: String { "CFRunLoop of libFoundation" }

    package init() {}

    package func makeLoop(for scenario: Scenario) -> any LoopUnderTest { OracleLoop() }
}

/// The calling thread's CFRunLoop. No name of ours is visible in this module.
final class OracleLoop: LoopUnderTest {
    private enum Member {
        case source(CFRunLoopSource)
        case timer(CFRunLoopTimer)
        case observer(CFRunLoopObserver)
    }

    /// What a source's context points to.
    private final class SourceInfo {
        weak var owner: OracleLoop?
        let id: Int
        let descriptor: Int32

        init(_ owner: OracleLoop, _ id: Int, _ descriptor: Int32) {
            self.owner = owner
            self.id = id
            self.descriptor = descriptor
        }
    }

    weak var player: ScenarioPlayer?
    private var retainedLoop: CFRunLoop? = CFRunLoopGetCurrent()
    private var loop: CFRunLoop {
        guard let retainedLoop else { preconditionFailure("The oracle's loop was asked after it was let go.") }
        return retainedLoop
    }
    private var members: [Int: Member] = [:]
    private var infos: [SourceInfo] = []
    private var tolerances: [Int: Double] = [:]
    private var modes: [ModeName: CFRunLoopMode] = [
        .standard: kCFRunLoopDefaultMode, .common: kCFRunLoopCommonModes,
    ]
    /// Modes that may hold timers.
    private var usedModes: Set<ModeName> = [.standard]

    /// Another thread's loop. It is never released.
    private static let bystander = Bystander()

    private struct Bystander: @unchecked Sendable {
        // `@unchecked Sendable`: CFRunLoop's functions for adding and removing are safe on any thread.
        let loop: CFRunLoop

        init() {
            let pointer = BystanderThread.start { Unmanaged.passRetained(CFRunLoopGetCurrent()).toOpaque() }
            loop = Unmanaged<CFRunLoop>.fromOpaque(pointer).takeUnretainedValue()
        }
    }

    // MARK: Modes

    private func mode(_ name: ModeName) -> CFRunLoopMode {
        if let known = modes[name] { return known }
        let string: CFString = CFStringCreateWithCString(nil, name.rawValue, CFStringBuiltInEncodings.UTF8.rawValue)
        modes[name] = string
        return string
    }

    private func name(_ mode: CFRunLoopMode?) -> ModeName? { mode.map { name($0) } }

    private func name(_ string: CFString) -> ModeName {
        if CFEqual(string, kCFRunLoopDefaultMode) { return .standard }
        if CFEqual(string, kCFRunLoopCommonModes) { return .common }
        var buffer = [CChar](repeating: 0, count: 128)
        CFStringGetCString(string, &buffer, 128, CFStringBuiltInEncodings.UTF8.rawValue)
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return ModeName(rawValue: String(decoding: bytes, as: UTF8.self))
    }

    // MARK: Items

    func makeSource0(_ id: Int, order: Int) {
        var context = CFRunLoopSourceContext()
        context.info = info(id, -1)
        context.schedule = { info, loop, mode in OracleLoop.moved(info, loop, mode, didCome: true) }
        context.cancel = { info, loop, mode in OracleLoop.moved(info, loop, mode, didCome: false) }
        context.perform = { OracleLoop.performed($0) }
        members[id] = .source(CFRunLoopSourceCreate(nil, order, &context))
    }

    func makeSource1(_ id: Int, order: Int, descriptor: Int32) {
        var context = CFRunLoopSourceContext1()
        context.version = 1
        context.info = info(id, descriptor)
        context.getPort = { info in
            guard let info else { return -1 }
            return Unmanaged<SourceInfo>.fromOpaque(info).takeUnretainedValue().descriptor
        }
        context.perform = { OracleLoop.performed($0) }
        let source: CFRunLoopSource? = withUnsafeMutablePointer(to: &context) {
            // CFRunLoopSourceCreate takes either context and looks at its version.
            $0.withMemoryRebound(to: CFRunLoopSourceContext.self, capacity: 1) { CFRunLoopSourceCreate(nil, order, $0) }
        }
        guard let source else { preconditionFailure("No source could be made.") }
        members[id] = .source(source)
    }

    private func info(_ id: Int, _ descriptor: Int32) -> UnsafeMutableRawPointer {
        let info = SourceInfo(self, id, descriptor)
        infos.append(info)
        return Unmanaged.passUnretained(info).toOpaque()
    }

    private static func performed(_ info: UnsafeMutableRawPointer?) {
        guard let info else { return }
        let source = Unmanaged<SourceInfo>.fromOpaque(info).takeUnretainedValue()
        source.owner?.player?.sourcePerformed(source.id)
    }

    private static func moved(
        _ info: UnsafeMutableRawPointer?, _ loop: CFRunLoop?, _ mode: CFRunLoopMode?, didCome: Bool
    ) {
        guard let info else { return }
        let source = Unmanaged<SourceInfo>.fromOpaque(info).takeUnretainedValue()
        guard let owner = source.owner, let name = owner.name(mode) else { return }
        let isElsewhere = loop !== owner.loop
        if didCome {
            owner.player?.scheduled(source.id, name, elsewhere: isElsewhere)
        } else {
            owner.player?.cancelled(source.id, name, elsewhere: isElsewhere)
        }
    }

    func makeTimer(_ id: Int, fireDate: Double, interval: Double, order: Int) {
        members[id] = .timer(
            CFRunLoopTimerCreateWithHandler(nil, fireDate, interval, 0, order) { [weak self] _ in
                self?.player?.timerFired(id)
            })
    }

    func makeObserver(_ id: Int, activities: UInt, repeats: Bool, order: Int) {
        members[id] = .observer(
            CFRunLoopObserverCreateWithHandler(nil, activities, repeats, order) { [weak self] _, activity in
                if activity == .beforeTimers { self?.disarmEmptyModes() }
                self?.player?.observerCalled(id, activity.rawValue)
            })
    }

    func add(_ id: Int, to mode: ModeName) { add(id, to: mode, of: loop) }

    private func add(_ id: Int, to name: ModeName, of loop: CFRunLoop) {
        usedModes.insert(name)
        switch members[id] {
        case .source(let source): CFRunLoopAddSource(loop, source, mode(name))
        case .timer(let timer): CFRunLoopAddTimer(loop, timer, mode(name))
        case .observer(let observer): CFRunLoopAddObserver(loop, observer, mode(name))
        case nil: break
        }
    }

    func remove(_ id: Int, from mode: ModeName) {
        remove(id, from: mode, of: loop)
        disarmEmptyModes()
    }

    private func remove(_ id: Int, from name: ModeName, of loop: CFRunLoop) {
        switch members[id] {
        case .source(let source): CFRunLoopRemoveSource(loop, source, mode(name))
        case .timer(let timer): CFRunLoopRemoveTimer(loop, timer, mode(name))
        case .observer(let observer): CFRunLoopRemoveObserver(loop, observer, mode(name))
        case nil: break
        }
    }

    func contains(_ id: Int, in mode: ModeName) -> Bool { contains(id, in: mode, of: loop) }

    private func contains(_ id: Int, in name: ModeName, of loop: CFRunLoop) -> Bool {
        switch members[id] {
        case .source(let source): CFRunLoopContainsSource(loop, source, mode(name))
        case .timer(let timer): CFRunLoopContainsTimer(loop, timer, mode(name))
        case .observer(let observer): CFRunLoopContainsObserver(loop, observer, mode(name))
        case nil: false
        }
    }

    func invalidate(_ id: Int) {
        switch members[id] {
        case .source(let source): CFRunLoopSourceInvalidate(source)
        case .timer(let timer): CFRunLoopTimerInvalidate(timer)
        case .observer(let observer): CFRunLoopObserverInvalidate(observer)
        case nil: break
        }
        disarmEmptyModes()
    }

    func isValid(_ id: Int) -> Bool {
        switch members[id] {
        case .source(let source): CFRunLoopSourceIsValid(source)
        case .timer(let timer): CFRunLoopTimerIsValid(timer)
        case .observer(let observer): CFRunLoopObserverIsValid(observer)
        case nil: false
        }
    }

    func order(_ id: Int) -> Int {
        switch members[id] {
        case .source(let source): CFRunLoopSourceGetOrder(source)
        case .timer(let timer): CFRunLoopTimerGetOrder(timer)
        case .observer(let observer): CFRunLoopObserverGetOrder(observer)
        case nil: 0
        }
    }

    func signal(_ id: Int) { if case .source(let source) = members[id] { CFRunLoopSourceSignal(source) } }

    func isSignalled(_ id: Int) -> Bool {
        if case .source(let source) = members[id] { isSignalledFunction(source) } else { false }
    }

    func nextFireDate(_ id: Int) -> Double {
        if case .timer(let timer) = members[id] { CFRunLoopTimerGetNextFireDate(timer) } else { 0 }
    }

    func setNextFireDate(_ id: Int, _ date: Double) {
        if case .timer(let timer) = members[id] { CFRunLoopTimerSetNextFireDate(timer, date) }
    }

    func interval(_ id: Int) -> Double {
        if case .timer(let timer) = members[id] { CFRunLoopTimerGetInterval(timer) } else { 0 }
    }

    func repeats(_ id: Int) -> Bool {
        switch members[id] {
        case .timer(let timer): CFRunLoopTimerDoesRepeat(timer)
        case .observer(let observer): CFRunLoopObserverDoesRepeat(observer)
        default: false
        }
    }

    // Deviation `tolerance`: libFoundation has none, so the oracle answers by Darwin's rule.

    func tolerance(_ id: Int) -> Double {
        guard case .timer(let timer) = members[id], CFRunLoopTimerIsValid(timer) else { return tolerances[id] ?? 0 }
        return tolerances[id] ?? 0
    }

    func setTolerance(_ id: Int, _ tolerance: Double) {
        guard case .timer(let timer) = members[id] else { return }
        CFRunLoopTimerSetTolerance(timer, tolerance)
        let limit = CFRunLoopTimerDoesRepeat(timer) ? CFRunLoopTimerGetInterval(timer) / 2 : .infinity
        tolerances[id] = min(max(tolerance, 0), limit)
    }

    // MARK: The loop

    var now: Double { CFAbsoluteTimeGetCurrent() }

    func pass(seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

    func post(modes: [ModeName], isList: Bool, _ body: @escaping () -> Void) {
        if modes.count == 1, !isList {
            CFRunLoopPerformBlock(loop, mode(modes[0]), body)
        } else {
            var callbacks = kCFTypeArrayCallBacks
            guard let list = CFArrayCreateMutable(nil, 0, &callbacks) else { return }
            for name in modes {
                CFArrayAppendValue(list, Unmanaged.passUnretained(mode(name)).toOpaque())
            }
            CFRunLoopPerformBlock(loop, list, body)
        }
    }

    func run(_ name: ModeName, seconds: Double, returnAfterSourceHandled: Bool) -> Int {
        disarmEmptyModes()
        let rescue = seconds > 0 ? Rescue(loop) : nil
        let result = CFRunLoopRunInMode(mode(name), seconds, returnAfterSourceHandled)
        rescue?.cancel()
        disarmEmptyModes()
        return Int(result.rawValue)
    }

    func runBefore(_ name: ModeName, seconds: Double) -> Bool {
        disarmEmptyModes()
        let rescue = seconds > 0 ? Rescue(loop) : nil
        defer { rescue?.cancel() }
        let foundationMode = name == .standard ? RunLoop.Mode.default : RunLoop.Mode(rawValue: name.rawValue)
        let result = RunLoop.current.run(mode: foundationMode, before: Date(timeIntervalSinceNow: seconds))
        disarmEmptyModes()
        return result
    }

    func wakeUp() { CFRunLoopWakeUp(loop) }
    func stop() { CFRunLoopStop(loop) }
    var isWaiting: Bool { CFRunLoopIsWaiting(loop) }
    var currentMode: ModeName? { name(CFRunLoopCopyCurrentMode(loop)) }

    var allModes: [ModeName] {
        guard let modes = CFRunLoopCopyAllModes(loop) else { return [] }
        return (0..<CFArrayGetCount(modes)).map { place in
            name(Unmanaged<CFString>.fromOpaque(CFArrayGetValueAtIndex(modes, place)).takeUnretainedValue())
        }
    }

    func addCommonMode(_ name: ModeName) {
        usedModes.insert(name)
        CFRunLoopAddCommonMode(loop, mode(name))
    }

    func nextTimerFireDate(_ name: ModeName) -> Double { CFRunLoopGetNextTimerFireDate(loop, mode(name)) }

    // MARK: Elsewhere

    func addElsewhere(_ id: Int, to mode: ModeName) { add(id, to: mode, of: Self.bystander.loop) }
    func removeElsewhere(_ id: Int, from mode: ModeName) { remove(id, from: mode, of: Self.bystander.loop) }
    func containsElsewhere(_ id: Int, in mode: ModeName) -> Bool { contains(id, in: mode, of: Self.bystander.loop) }

    func letGo() { retainedLoop = nil }

    // MARK: Deviation `armed port`

    /// Arms the timer ports of modes that have lost their last timer for a distant time, since libFoundation leaves them armed for
    /// the lost one, and wakes for nothing.
    private func disarmEmptyModes() {
        guard retainedLoop != nil else { return }
        let existing = Set(allModes)
        for name in usedModes where name != .common && existing.contains(name) {
            guard CFRunLoopGetNextTimerFireDate(loop, mode(name)) == 0 else { continue }
            guard let distant = CFRunLoopTimerCreate(nil, 1e12, 0, 0, 0, nil, nil) else { continue }
            CFRunLoopAddTimer(loop, distant, mode(name))
            CFRunLoopRemoveTimer(loop, distant, mode(name))
        }
    }
}

/// Exported by libFoundation, in no header.
@_silgen_name("CFRunLoopSourceIsSignalled")
private func isSignalledFunction(_ source: CFRunLoopSource) -> Bool
