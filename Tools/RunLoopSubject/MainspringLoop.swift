internal import FoundationEssentials
internal import FoundationRunLoop
internal import Mainspring
package import RunLoopScenarios

/// Our loop.
package struct MainspringKind: LoopKind {
    package var name: String { "Mainspring" }

    package init() {}

    package func makeLoop(for scenario: Scenario) -> any LoopUnderTest { MainspringLoop(scenario) }
}

/// The calling thread's loop of ours; half of the threads are on a virtual clock.
final class MainspringLoop: LoopUnderTest {
    private enum Member {
        case source(CFRunLoopSource)
        case timer(CFRunLoopTimer)
        case observer(CFRunLoopObserver)
    }

    weak var player: ScenarioPlayer?
    private let loop: CFRunLoop
    private let virtualClock: VirtualClock?
    private var members: [Int: Member] = [:]

    /// Another thread's loop. It is never released.
    private static let bystander: CFRunLoop = {
        let pointer = BystanderThread.start { Unmanaged.passRetained(CFRunLoopGetCurrent()).toOpaque() }
        return Unmanaged<CFRunLoop>.fromOpaque(pointer).takeUnretainedValue()
    }()

    init(_ scenario: Scenario) {
        loop = CFRunLoopGetCurrent()
        virtualClock =
            scenario.stage == .secondaryThread && scenario.seed % 2 == 1 ? VirtualClock(epoch: 700_000_000) : nil
        if let virtualClock { loop.clock = virtualClock }
    }

    // MARK: Modes

    private func mode(_ name: ModeName) -> CFRunLoopMode {
        switch name {
        case .standard: .defaultMode
        case .common: .commonModes
        default: CFRunLoopMode(rawValue: name.rawValue as CFString)
        }
    }

    private func name(_ mode: CFRunLoopMode?) -> ModeName? {
        switch mode {
        case nil: nil
        case CFRunLoopMode.defaultMode: .standard
        case CFRunLoopMode.commonModes: .common
        // No scenario's: an application in another test of this process has made it common on the main loop, for good.
        case CFRunLoopMode("UITrackingRunLoopMode"): nil
        case let mode?: ModeName(rawValue: mode.rawValue)
        }
    }

    // MARK: Items

    func makeSource0(_ id: Int, order: Int) {
        var context = CFRunLoopSourceContext()
        context.schedule = { [weak self] _, loop, mode in
            guard let self, let name = name(mode) else { return }
            player?.scheduled(id, name, elsewhere: loop !== self.loop)
        }
        context.cancel = { [weak self] _, loop, mode in
            guard let self, let name = name(mode) else { return }
            player?.cancelled(id, name, elsewhere: loop !== self.loop)
        }
        context.perform = { [weak self] _ in self?.player?.sourcePerformed(id) }
        members[id] = .source(CFRunLoopSourceCreate(kCFAllocatorDefault, order, &context))
    }

    func makeSource1(_ id: Int, order: Int, descriptor: Int32) {
        var context = CFRunLoopSourceContext1()
        context.getPort = { _ in descriptor }
        context.perform = { [weak self] _ in self?.player?.sourcePerformed(id) }
        members[id] = .source(CFRunLoopSourceCreate(kCFAllocatorDefault, order, &context))
    }

    /// On a real clock no two things happen at the same nanosecond.
    private func tick() { virtualClock?.advance(by: .nanoseconds(1)) }

    func makeTimer(_ id: Int, fireDate: Double, interval: Double, order: Int) {
        tick()
        members[id] = .timer(
            CFRunLoopTimerCreateWithHandler(kCFAllocatorDefault, fireDate, interval, 0, order) { [weak self] _ in
                self?.player?.timerFired(id)
            })
    }

    func makeObserver(_ id: Int, activities: UInt, repeats: Bool, order: Int) {
        members[id] = .observer(
            CFRunLoopObserverCreateWithHandler(kCFAllocatorDefault, activities, repeats, order) {
                [weak self] _, activity in
                self?.player?.observerCalled(id, activity.rawValue)
            })
    }

    func add(_ id: Int, to mode: ModeName) { add(id, to: mode, of: loop) }

    private func add(_ id: Int, to name: ModeName, of loop: CFRunLoop) {
        switch members[id] {
        case .source(let source): CFRunLoopAddSource(loop, source, mode(name))
        case .timer(let timer): CFRunLoopAddTimer(loop, timer, mode(name))
        case .observer(let observer): CFRunLoopAddObserver(loop, observer, mode(name))
        case nil: break
        }
    }

    func remove(_ id: Int, from mode: ModeName) { remove(id, from: mode, of: loop) }

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
        if case .source(let source) = members[id] { CFRunLoopSourceIsSignalled(source) } else { false }
    }

    func nextFireDate(_ id: Int) -> Double {
        if case .timer(let timer) = members[id] { CFRunLoopTimerGetNextFireDate(timer) } else { 0 }
    }

    func setNextFireDate(_ id: Int, _ date: Double) {
        tick()
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

    func tolerance(_ id: Int) -> Double {
        if case .timer(let timer) = members[id] { CFRunLoopTimerGetTolerance(timer) } else { 0 }
    }

    func setTolerance(_ id: Int, _ tolerance: Double) {
        if case .timer(let timer) = members[id] { CFRunLoopTimerSetTolerance(timer, tolerance) }
    }

    // MARK: The loop

    var now: Double { loop.clock.absoluteTime }

    func pass(seconds: Double) {
        if let virtualClock { return virtualClock.advance(by: .nanoseconds(Int64(seconds * 1e9))) }
        let end = now + seconds
        while now < end {}
    }

    func post(modes: [ModeName], isList: Bool, _ body: @escaping () -> Void) {
        if modes.count == 1, !isList {
            CFRunLoopPerformBlock(loop, mode(modes[0]).rawValue, body)
        } else {
            CFRunLoopPerformBlock(loop, modes.map { mode($0).rawValue }, body)
        }
    }

    func run(_ name: ModeName, seconds: Double, returnAfterSourceHandled: Bool) -> Int {
        Int(CFRunLoopRunInMode(mode(name), seconds, returnAfterSourceHandled).rawValue)
    }

    func runBefore(_ name: ModeName, seconds: Double) -> Bool {
        let level = name == .standard ? RunLoop.Mode.default : RunLoop.Mode(rawValue: name.rawValue)
        return RunLoop.current.run(mode: level, before: Date(timeIntervalSinceReferenceDate: now + seconds))
    }

    func wakeUp() { CFRunLoopWakeUp(loop) }
    func stop() { CFRunLoopStop(loop) }
    var isWaiting: Bool { CFRunLoopIsWaiting(loop) }
    var currentMode: ModeName? { name(CFRunLoopCopyCurrentMode(loop)) }

    var allModes: [ModeName] {
        (CFRunLoopCopyAllModes(loop) ?? []).compactMap { name(CFRunLoopMode(rawValue: $0)) }
    }

    func addCommonMode(_ name: ModeName) { CFRunLoopAddCommonMode(loop, mode(name)) }

    func nextTimerFireDate(_ name: ModeName) -> Double { CFRunLoopGetNextTimerFireDate(loop, mode(name)) }

    func letGo() {}

    // MARK: Elsewhere

    func addElsewhere(_ id: Int, to mode: ModeName) { add(id, to: mode, of: Self.bystander) }
    func removeElsewhere(_ id: Int, from mode: ModeName) { remove(id, from: mode, of: Self.bystander) }
    func containsElsewhere(_ id: Int, in mode: ModeName) -> Bool { contains(id, in: mode, of: Self.bystander) }
}
