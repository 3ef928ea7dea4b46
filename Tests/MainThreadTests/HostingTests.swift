import Foundation
import FoundationNetworking
import Glibc
import Mainspring
import XCTest

/// Something that only the main thread looks at and changes.
private final class Flag: @unchecked Sendable {
    // `@unchecked Sendable`: the main thread alone uses it.

    var value = false
}

/// What was called, in order, on the main thread.
private final class Log: @unchecked Sendable {
    // `@unchecked Sendable`: the main thread alone uses it.

    var entries: [String] = []
}

/// Our loop inside another's, and Foundation's inside ours; on the process's initial thread.
final class HostingTests: XCTestCase {
    private let main = CFRunLoopGetMain()!

    override func tearDown() {
        FoundationLoop.leave()
        main.endGuest()
    }

    private func runUntilStopped() {
        XCTAssertEqual(CFRunLoopRunInMode(.defaultMode, 5, false), .stopped)
    }

    // MARK: Foundation inside ours

    func testFoundationsTimerFiresWhileOurMainLoopRuns() {
        let loop = main
        let isMainThread = Flag()
        let timer = Foundation.Timer(fire: Date(), interval: 0, repeats: false) { _ in
            isMainThread.value = Thread.isMainThread
            CFRunLoopStop(loop)
        }
        Foundation.RunLoop.main.add(timer, forMode: .default)
        runUntilStopped()
        XCTAssertTrue(isMainThread.value)
    }

    func testFoundationsTimerThatIsMadeInACallOutOfOursFires() {
        let loop = main
        let ours = CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in
            _ = Foundation.Timer.scheduledTimer(withTimeInterval: 0.001, repeats: false) { _ in CFRunLoopStop(loop) }
        }
        CFRunLoopAddTimer(loop, ours, .defaultMode)
        runUntilStopped()
    }

    func testATimerThatAnotherThreadAddsToFoundationsMainLoopFires() {
        let loop = main
        let thread = RunLoopThread(name: "poster")
        // Added while our loop sleeps, with nothing else to wake it. (`RunLoop.perform` does not wake Foundation's loop, hosted or
        // not.)
        let observer = CFRunLoopObserverCreateWithHandler(
            nil, CFRunLoopActivity.beforeWaiting.rawValue, false, 0
        ) { _, _ in
            thread.perform {
                while !CFRunLoopIsWaiting(loop) {}
                let timer = Foundation.Timer(fire: Date(), interval: 0, repeats: false) { _ in CFRunLoopStop(loop) }
                Foundation.RunLoop.main.add(timer, forMode: .default)
            }
        }
        CFRunLoopAddObserver(loop, observer, .defaultMode)
        runUntilStopped()
        thread.stop()
    }

    func testWhatACallOutOfOursPerformsOnFoundationsMainLoopArrives() {
        let loop = main
        CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode) {
            Foundation.RunLoop.main.perform { CFRunLoopStop(loop) }
        }
        runUntilStopped()
    }

    func testWhatCallOutsInQuickSuccessionPerformOnFoundationsMainLoopArrivesEachTime() {
        let loop = main
        let log = Log()
        // So quick that Foundation's loop is not asked before each sleep: a descriptor reminds ours of it.
        @Sendable func next() {
            log.entries.append("performed")
            if log.entries.count == 40 { return CFRunLoopStop(loop) }
            CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode) { Foundation.RunLoop.main.perform { next() } }
            CFRunLoopWakeUp(loop)
        }
        next()
        runUntilStopped()
        XCTAssertEqual(log.entries.count, 40)
    }

    func testTheMainQueueIsDrainedByOurLoopInItsOwnPlaceWhileItHostsFoundations() {
        let loop = main
        let log = Log()
        let observer = CFRunLoopObserverCreateWithHandler(
            nil, CFRunLoopActivity.allActivities.rawValue, true, 0
        ) { _, activity in log.entries.append("\(activity.rawValue)") }
        CFRunLoopAddObserver(loop, observer, .defaultMode)
        DispatchQueue.main.async {
            log.entries.append("main queue")
            DispatchQueue.main.async {
                log.entries.append("main queue")
                CFRunLoopStop(loop)
            }
        }
        // Foundation's loop has something to do too, and leaves the queue alone.
        Foundation.RunLoop.main.perform {}
        runUntilStopped()
        CFRunLoopObserverInvalidate(observer)
        let drained = log.entries.split(separator: "main queue", omittingEmptySubsequences: false).map(Array.init)
        XCTAssertEqual(drained.first?.suffix(2), ["32", "64"])
        XCTAssertEqual(drained.dropFirst().first?.prefix(2), ["2", "4"])
        XCTAssertEqual(drained.count, 3)
    }

    func testAURLSessionsCallbacksComeWhileOurMainLoopRuns() throws {
        let loop = main
        let server = try LoopbackServer(answer: "ours")
        let session = URLSession(configuration: .ephemeral, delegate: nil, delegateQueue: .main)
        let log = Log()
        session.dataTask(with: server.url) { data, _, error in
            XCTAssertTrue(Thread.isMainThread)
            log.entries.append(data.map { String(decoding: $0, as: UTF8.self) } ?? "\(String(describing: error))")
            CFRunLoopStop(loop)
        }.resume()
        XCTAssertEqual(CFRunLoopRunInMode(.defaultMode, 30, false), .stopped)
        XCTAssertEqual(log.entries, ["ours"])
        session.invalidateAndCancel()
    }

    // MARK: Ours inside Foundation's

    func testOnAnotherThreadOurLoopJoinsFoundationsOfThatThreadOnRequest() {
        let log = Log()
        let done = DispatchSemaphore(value: 0)
        let thread = Foundation.Thread {
            FoundationLoop.join()
            let loop = CFRunLoopGetCurrent()!
            let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 0.001, 0, 0, 0) { _ in
                log.entries.append("our timer")
                CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode) { log.entries.append("our block") }
                CFRunLoopWakeUp(loop)
            }
            CFRunLoopAddTimer(loop, timer, .defaultMode)
            while log.entries.count < 2 {
                _ = Foundation.RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 5))
            }
            FoundationLoop.leave()
            done.signal()
        }
        thread.start()
        done.wait()
        XCTAssertEqual(log.entries, ["our timer", "our block"])
    }

    func testXCTestsWaitDrivesOurMainLoopAfterOneLine() {
        FoundationLoop.join()
        let fired = expectation(description: "our timer fires")
        let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 0.001, 0, 0, 0) { _ in
            XCTAssertTrue(Thread.isMainThread)
            fired.fulfill()
        }
        CFRunLoopAddTimer(main, timer, .commonModes)
        wait(for: [fired], timeout: 5)
    }

    @MainActor func testFulfillmentDrivesOurMainLoopAfterOneLine() async {
        FoundationLoop.join()
        let fired = expectation(description: "our timer fires")
        let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 0.001, 0, 0, 0) { _ in
            fired.fulfill()
        }
        CFRunLoopAddTimer(CFRunLoopGetMain(), timer, .commonModes)
        await fulfillment(of: [fired], timeout: 5)
        FoundationLoop.leave()
    }

    func testWhatACallbackOfTheHostChangesIsCommittedBeforeTheHostSleeps() {
        FoundationLoop.join()
        let committed = expectation(description: "our observer sees the change")
        let isChanged = Flag()
        let observer = CFRunLoopObserverCreateWithHandler(
            nil, CFRunLoopActivity.beforeWaiting.rawValue, true, 0
        ) { observer, _ in
            guard isChanged.value else { return }
            CFRunLoopObserverInvalidate(observer)
            committed.fulfill()
        }
        CFRunLoopAddObserver(main, observer, .commonModes)
        Foundation.RunLoop.main.perform { isChanged.value = true }
        wait(for: [committed], timeout: 5)
    }

    func testADescriptorAndAnotherThreadsPostReachOurLoopInsideFoundations() throws {
        FoundationLoop.join()
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        let read = expectation(description: "the pipe is read")
        let source = try FileDescriptorSource(fileDescriptor: ends[0], events: .readable) { [ends] _ in
            var byte: UInt8 = 0
            Glibc.read(ends[0], &byte, 1)
            read.fulfill()
        }
        CFRunLoopAddSource(main, source.source, .commonModes)
        let posted = expectation(description: "the post is called")
        let thread = RunLoopThread(name: "poster")
        let loop = main
        thread.perform { [ends] in
            CFRunLoopPerformBlock(loop, CFRunLoopMode.commonModes) { posted.fulfill() }
            CFRunLoopWakeUp(loop)
            var byte: UInt8 = 1
            write(ends[1], &byte, 1)
        }
        wait(for: [read, posted], timeout: 5)
        source.invalidate()
        thread.stop()
        ends.forEach { _ = close($0) }
    }

    func testARunInsideAMainQueueItemThatFoundationsLoopCallsLeavesTheQueueAlone() {
        for joins in [false, true] {
            if joins { FoundationLoop.join() }
            let log = Log()
            let isDone = expectation(description: "the second item is called")
            let loop = main
            DispatchQueue.main.async {
                DispatchQueue.main.async {
                    log.entries.append("second")
                    isDone.fulfill()
                }
                // Nothing but the queue could keep the mode from being empty.
                XCTAssertEqual(CFRunLoopRunInMode(.defaultMode, 0, false), .finished)
                CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode) { log.entries.append("block") }
                XCTAssertEqual(CFRunLoopRunInMode(.defaultMode, 0, false), .timedOut)
            }
            wait(for: [isDone], timeout: 5)
            XCTAssertEqual(log.entries, ["block", "second"], joins ? "joined" : "alone")
        }
    }

    func testARunInsideACallOfFoundationsServesTheMainQueue() {
        for joins in [false, true] {
            if joins { FoundationLoop.join() }
            let log = Log()
            let isDone = expectation(description: "Foundation's timer has fired")
            let timer = Foundation.Timer(timeInterval: 0, repeats: false) { _ in
                DispatchQueue.main.async {
                    log.entries.append("item")
                    CFRunLoopStop(CFRunLoopGetMain())
                }
                XCTAssertEqual(CFRunLoopRunInMode(.defaultMode, 5, false), .stopped)
                log.entries.append("end of the timer's call")
                isDone.fulfill()
            }
            Foundation.RunLoop.main.add(timer, forMode: .common)
            wait(for: [isDone], timeout: 5)
            XCTAssertEqual(log.entries, ["item", "end of the timer's call"], joins ? "joined" : "alone")
        }
    }

    func testTheMainQueueIsServedWhileTwoDescriptorsAreAlwaysReady() throws {
        let log = Log()
        let loop = main
        var sources: [FileDescriptorSource] = []
        for name in ["left", "right"] {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            var byte: UInt8 = 1
            write(ends[1], &byte, 1)
            close(ends[1])
            // Nobody reads it, so it stays ready.
            let source = try FileDescriptorSource(
                fileDescriptor: ends[0], events: .readable, closesOnInvalidate: true
            ) { _ in
                log.entries.append(name)
                if log.entries.count == 4 { DispatchQueue.main.async { log.entries.append("main queue") } }
                if log.entries.count == 40 { CFRunLoopStop(loop) }
            }
            CFRunLoopAddSource(loop, source.source, .defaultMode)
            sources.append(source)
        }
        runUntilStopped()
        sources.forEach { $0.invalidate() }
        let place = try XCTUnwrap(log.entries.firstIndex(of: "main queue"))
        XCTAssertLessThanOrEqual(place, 6)
    }

    // MARK: Ours inside any loop

    func testAHostThatPollsOurDescriptorDrivesTimersPostsAndTheMainQueue() {
        let log = Log()
        let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 0.001, 0, 0, 0) { _ in
            log.entries.append("timer")
        }
        CFRunLoopAddTimer(main, timer, .defaultMode)
        CFRunLoopPerformBlock(main, CFRunLoopMode.defaultMode) { log.entries.append("block") }
        DispatchQueue.main.async { log.entries.append("main queue") }
        while log.entries.count < 3 {
            let longest = main.prepare()
            var request = pollfd(fd: main.fileDescriptor, events: Int16(POLLIN), revents: 0)
            // The descriptor tells of the timer too, so no time-out is needed where one may sleep at all.
            _ = poll(&request, 1, longest == .zero ? 0 : -1)
            main.dispatch()
        }
        XCTAssertEqual(Set(log.entries), ["timer", "block", "main queue"])
    }

    func testAStopEndsTheHostsTurnWithItsResult() {
        CFRunLoopPerformBlock(main, CFRunLoopMode.defaultMode) { CFRunLoopStop(CFRunLoopGetMain()) }
        main.prepare()
        XCTAssertEqual(main.dispatch(), .stopped)
    }

    func testARunInsideAHostsTurnWorks() {
        main.prepare()
        XCTAssertEqual(CFRunLoopRunInMode(.defaultMode, 0, false), .timedOut)
        let loop = main
        let timer = CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in CFRunLoopStop(loop) }
        CFRunLoopAddTimer(loop, timer, .defaultMode)
        runUntilStopped()
        main.prepare()
        XCTAssertNil(main.dispatch())
    }
}
