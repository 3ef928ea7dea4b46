import Glibc
import Testing

@testable import Mainspring

/// The loops of a process that forks, what is in them, and how a child can use them.
final class ParentLoops: @unchecked Sendable {
    // `@unchecked Sendable`: all of it is constant.

    /// The first uses of a parent's loop by a child.
    enum Use: String, CaseIterable, Codable, CustomTestStringConvertible {
        case runs, looks, wakes, stops, posts, postsForSeveralModes, delivers, addsSource, addsDescriptor, addsTimer
        case addsObserver, addsCommonMode, removesSource, removesTimer, removesObserver, signals, movesTimer
        case changesEvents, enablesCallBacks, asksForDescriptor, prepares, dispatches, endsGuest
        case wakesMain, postsToMain
        case performsOnThread, waitsForThread, asksForThreadsLoop, stopsThread, enqueuesJob

        var testDescription: String { rawValue }
    }

    let own = LoopTable.current
    let worker = RunLoopThread(name: "worker")
    /// The worker's loop. Kept here because looking it up in a child is a use.
    let workersLoop: CFRunLoop
    private let executor: RunLoopExecutor
    private let log = CallLog()
    private let pipe = OwnDescriptor.pipe()
    private let silent = OwnDescriptor.pipe()
    private let descriptor: FileDescriptorSource
    private let callBacks: CFFileDescriptor
    private let manual = CFRunLoopSource.manual {}
    private let timer: CFRunLoopTimer
    private let observer: CFRunLoopObserver

    init() throws {
        let (log, reader) = (log, pipe.reader)
        descriptor = try FileDescriptorSource(fileDescriptor: reader.number, events: .readable) { _ in
            log.add("read \(reader.read())")
        }
        callBacks = CFFileDescriptorCreate(nil, silent.reader.number, false, { _, _, _ in }, nil)
        timer = CFRunLoopTimerCreateWithHandler(nil, 1e12, 0, 0, 0) { _ in }
        observer = CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.exit.rawValue, true, 0) { _, _ in }
        workersLoop = worker.loop
        executor = worker.executor
        let loop = workersLoop
        loop.add(descriptor.source, to: .defaultMode)
        loop.add(CFFileDescriptorCreateRunLoopSource(nil, callBacks, 0), to: .defaultMode)
        loop.add(manual, to: .defaultMode)
        loop.add(timer, to: .defaultMode)
        loop.add(observer, to: .defaultMode)
        own.keepAlive(.defaultMode)
        _ = CFRunLoopGetMain()
        letWorkerSleep()
        ForkedChild.prepare()
    }

    /// Returns when the worker sleeps, and nothing that would end its sleep is on its way.
    private func letWorkerSleep() {
        while !workersLoop.wake.isSleeping || workersLoop.wake.hasNews { sched_yield() }
    }

    /// Whether the loops answer as before.
    func check() throws {
        letWorkerSleep()
        pipe.writer.write("x")
        while log.count == 0 { sched_yield() }
        #expect(log.entries == ["read x"])
        #expect(try worker.performAndWait { 6 * 7 } == 42)
        own.post({ [log] in log.add("posted") }, mode: .defaultMode)
        own.poll()
        #expect(log.entries == ["read x", "posted"])
        worker.stop()
    }

    /// Ends what the parent watches, in a child.
    func endItems() {
        descriptor.invalidate()
        CFFileDescriptorInvalidate(callBacks)
        CFRunLoopTimerInvalidate(timer)
        CFRunLoopObserverInvalidate(observer)
        CFRunLoopSourceInvalidate(manual)
    }

    /// Uses a loop, in a child.
    func make(_ use: Use) throws {
        let loop = workersLoop
        switch use {
        case .runs: own.run(for: 60)
        case .looks: own.poll()
        case .wakes: CFRunLoopWakeUp(loop)
        case .stops: CFRunLoopStop(loop)
        case .posts: loop.post({}, mode: .defaultMode)
        case .postsForSeveralModes: loop.post({}, modes: [.defaultMode, .commonModes])
        case .delivers: loop.deliver {}
        case .addsSource: loop.add(.manual {}, to: .commonModes)
        case .addsDescriptor:
            let added = try FileDescriptorSource(fileDescriptor: pipe.writer.number, events: .readable) { _ in }
            own.add(added.source, to: .defaultMode)
        case .addsTimer: loop.add(CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in }!, to: .defaultMode)
        case .addsObserver:
            loop.add(CFRunLoopObserverCreateWithHandler(nil, 1, true, 0) { _, _ in }!, to: .commonModes)
        case .addsCommonMode: loop.addCommonMode(CFRunLoopMode("child's"))
        case .removesSource: loop.remove(descriptor.source, from: .defaultMode)
        case .removesTimer: loop.remove(timer, from: .defaultMode)
        case .removesObserver: loop.remove(observer, from: .defaultMode)
        case .signals: CFRunLoopSourceSignal(manual)
        case .movesTimer: CFRunLoopTimerSetNextFireDate(timer, 0)
        case .changesEvents: descriptor.events = []
        case .enablesCallBacks: CFFileDescriptorEnableCallBacks(callBacks, kCFFileDescriptorReadCallBack)
        case .asksForDescriptor: _ = own.fileDescriptor
        case .prepares: own.prepare()
        case .dispatches: own.dispatch()
        case .endsGuest: own.endGuest()
        case .wakesMain: CFRunLoopWakeUp(CFRunLoopGetMain())
        case .postsToMain: CFRunLoopPerformBlock(CFRunLoopGetMain(), .defaultMode) {}
        case .performsOnThread: worker.perform {}
        case .waitsForThread: try worker.performAndWait {}
        case .asksForThreadsLoop: _ = worker.loop
        case .stopsThread: worker.stop()
        case .enqueuesJob: Task(executorPreference: executor) {}
        }
    }
}
