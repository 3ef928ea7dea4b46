import Locks
import SeededRandom

@testable import Mainspring

/// Items that many threads share, use and replace; each holds an object that is counted.
final class ItemPool: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards the arrays; the items may be used from any thread.

    private static let size = 12
    private let lock = Lock()
    private var timers: [CFRunLoopTimer] = []
    private var sources: [CFRunLoopSource] = []
    private var observers: [CFRunLoopObserver] = []
    private var descriptors: [FileDescriptorSource] = []
    private let pipes = (0..<4).map { _ in OwnDescriptor.pipe() }
    private let objectCount = Counter()
    private let callCount = Counter()

    init() throws {
        for pipe in pipes.prefix(2) { pipe.writer.write("x") }
        for number in 0..<Self.size {
            timers.append(makeTimer())
            sources.append(makeSource())
            observers.append(makeObserver())
            descriptors.append(try makeDescriptor(number))
        }
    }

    /// How many of the items' objects are there.
    var objects: Int { objectCount.value }
    /// How often an item was called.
    var calls: Int { callCount.value }

    // MARK: What is called

    private func call() -> () -> Void {
        objectCount.add()
        let object = OnEnd { [objectCount] in objectCount.add(-1) }
        return { [callCount] in withExtendedLifetime(object) { callCount.add() } }
    }

    private func makeTimer() -> CFRunLoopTimer {
        let call = call()
        return CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent(), 0.001, 0, 0) { _ in call() }
    }

    private func makeSource() -> CFRunLoopSource { .manual(call()) }

    private func makeObserver() -> CFRunLoopObserver {
        let call = call()
        return CFRunLoopObserverCreateWithHandler(nil, 0xFFF, true, 0) { _, _ in call() }
    }

    private func makeDescriptor(_ number: Int) throws -> FileDescriptorSource {
        let call = call()
        return try FileDescriptorSource(
            fileDescriptor: pipes[number % pipes.count].reader.number, events: .readable
        ) { _ in call() }
    }

    // MARK: What threads do

    /// Does something with an item and a loop.
    func doSomething(with loop: CFRunLoop, in mode: CFRunLoopMode, _ random: inout SeededGenerator) throws {
        let place = Int.random(in: 0..<Self.size, using: &random)
        let action = Int.random(in: 0..<5, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let timer = lock.withLock { timers[place] }
            switch action {
            case 0, 1: loop.add(timer, to: mode)
            case 2: loop.remove(timer, from: mode)
            case 3:
                timer.nextFireDate = CFAbsoluteTimeGetCurrent()
                timer.tolerance = Double.random(in: 0...0.01, using: &random)
            default:
                var item = makeTimer()
                lock.withLock { swap(&timers[place], &item) }
                item.invalidate()
            }
        case 1:
            let source = lock.withLock { sources[place] }
            switch action {
            case 0, 1: loop.add(source, to: mode)
            case 2: loop.remove(source, from: mode)
            case 3:
                source.signal()
                CFRunLoopWakeUp(loop)
            default:
                var item = makeSource()
                lock.withLock { swap(&sources[place], &item) }
                item.invalidate()
            }
        case 2:
            let observer = lock.withLock { observers[place] }
            switch action {
            case 0, 1: loop.add(observer, to: mode)
            case 2: loop.remove(observer, from: mode)
            case 3: _ = loop.contains(observer, in: mode)
            default:
                var item = makeObserver()
                lock.withLock { swap(&observers[place], &item) }
                item.invalidate()
            }
        default:
            let descriptor = lock.withLock { descriptors[place] }
            switch action {
            case 0, 1: loop.add(descriptor.source, to: mode)
            case 2: loop.remove(descriptor.source, from: mode)
            case 3: descriptor.events = Bool.random(using: &random) ? .readable : []
            default:
                var item = try makeDescriptor(place)
                lock.withLock { swap(&descriptors[place], &item) }
                item.invalidate()
            }
        }
    }

    /// Ends every item and lets go of it.
    func end() {
        let items = lock.withLock {
            defer { (timers, sources, observers, descriptors) = ([], [], [], []) }
            return (timers, sources, observers, descriptors)
        }
        for timer in items.0 { timer.invalidate() }
        for source in items.1 { source.invalidate() }
        for observer in items.2 { observer.invalidate() }
        for descriptor in items.3 { descriptor.invalidate() }
    }
}
