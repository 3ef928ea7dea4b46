import Dispatch
import Foundation
import Mainspring
import MainspringAnimation
import SequentialListing
import XCTest

/// A host, a layer in it, and what happened: used by one thread after the other.
private final class Scene: @unchecked Sendable {
    // `@unchecked Sendable`: the main thread alone uses it, apart from `log`, which has a lock.

    let host = LayerHost(framesPerSecond: 1000)
    let layer = CALayer()
    let order = Order()

    init() {
        let root = CALayer()
        root.addSublayer(layer)
        host.layer = root
        CATransaction.flush()
    }

    /// A listing that waits for its animations in `CFRunLoopRun`: two, one after another.
    func doAnimationsSequentially() {
        let listing = SequentialAnimations(layer, duration: 0.02)
        listing.doAnimationsSequentially()
        order.append("over \(Thread.isMainThread)")
        moments = listing.moments
    }

    private var moments: [String] = []

    var description: String { "\(order.entries), \(moments)" }

    var isAsWritten: Bool {
        order.entries == ["over true"] && moments.count == 2 && moments[0].hasPrefix("first over at ")
            && moments[1].hasPrefix("second over at ")
    }
}

/// Tells an order of the beginning and end of an animation, and whether that was on the main thread.
private final class Listener: CAAnimationDelegate {
    private let order: Order
    init(_ order: Order) { self.order = order }
    func animationDidStart(_ anim: CAAnimation) { order.append("began \(Thread.isMainThread)") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        order.append("stopped \(flag) \(Thread.isMainThread)")
    }
}

/// Animations one after another on the process's initial thread, and what the main loop calls for threads that cannot.
final class LayerMainThreadTests: XCTestCase {
    private let main: CFRunLoop = CFRunLoopGetMain()

    /// Runs the main loop until somebody stops it.
    private func runUntilStopped() { XCTAssertEqual(CFRunLoopRunInMode(.defaultMode, 60, false), .stopped) }

    func test_theListingRunsAsItStands() {
        let scene = Scene()
        scene.doAnimationsSequentially()
        XCTAssertTrue(scene.isAsWritten, scene.description)
    }

    func test_theListingRunsInATimersCall() {
        let scene = Scene()
        let main = main
        let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in
            scene.doAnimationsSequentially()
            CFRunLoopStop(main)
        }
        CFRunLoopAddTimer(main, timer, .defaultMode)
        runUntilStopped()
        XCTAssertTrue(scene.isAsWritten, scene.description)
    }

    func test_theListingRunsInAnEventHandler() throws {
        let scene = Scene()
        let main = main
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data("event".utf8))
        let events = try FileDescriptorSource(
            fileDescriptor: pipe.fileHandleForReading.fileDescriptor, events: .readable
        ) { _ in
            _ = pipe.fileHandleForReading.availableData
            scene.doAnimationsSequentially()
            CFRunLoopStop(main)
        }
        CFRunLoopAddSource(main, events.source, .defaultMode)
        runUntilStopped()
        events.invalidate()
        XCTAssertTrue(scene.isAsWritten, scene.description)
    }

    func test_theListingRunsInATaskOfTheMainActor() {
        let scene = Scene()
        let main = main
        Task { @MainActor in
            scene.doAnimationsSequentially()
            CFRunLoopStop(main)
        }
        runUntilStopped()
        XCTAssertTrue(scene.isAsWritten, scene.description)
    }

    func test_theListingRunsInABlockOfTheMainQueue() {
        let scene = Scene()
        let main = main
        DispatchQueue.main.async {
            scene.doAnimationsSequentially()
            CFRunLoopStop(main)
        }
        runUntilStopped()
        XCTAssertTrue(scene.isAsWritten, scene.description)
    }

    /// What a thread without a running loop leaves behind.
    private func leftByAThread(_ expected: [String], _ body: @escaping @Sendable (Order, Listener) -> Void) {
        let order = Order()
        let main = main
        let ended = DispatchSemaphore(value: 0)
        Thread {
            CATransaction.setCompletionBlock {
                order.append("block \(Thread.isMainThread)")
                CFRunLoopStop(main)
            }
            body(order, Listener(order))
            order.append("thread ends")
            ended.signal()
        }.start()
        ended.wait()
        runUntilStopped()
        XCTAssertEqual(order.entries, expected)
    }

    func test_theBlockOfAThreadWithoutSourcesIsCalledByTheMainLoop() {
        leftByAThread(["thread ends", "block true"]) { _, _ in CATransaction.flush() }
    }

    func test_theBlockOfAThreadThatEndsBeforeItsLoopRunsIsCalledByTheMainLoop() {
        leftByAThread(["thread ends", "block true"]) { _, _ in
            CFRunLoopAddTimer(
                CFRunLoopGetCurrent(), CFRunLoopTimerCreateWithHandler(nil, 1e12, 0, 0, 0) { _ in }, .defaultMode)
            CATransaction.flush()
        }
    }

    func test_aThreadThatEndsWithAnOpenImplicitTransactionKeepsNobodyWaiting() {
        leftByAThread(["thread ends", "stopped false true", "block true"]) { _, listener in
            let animation = CABasicAnimation(keyPath: "opacity")
            animation.delegate = listener
            CALayer().add(animation, forKey: nil)
        }
    }

    func test_theDelegateOfAThreadWithoutSourcesIsCalledByTheMainLoop() {
        leftByAThread(["thread ends", "stopped false true", "block true"]) { _, listener in
            let animation = CABasicAnimation(keyPath: "opacity")
            animation.delegate = listener
            CALayer().add(animation, forKey: nil)
            CATransaction.flush()
        }
    }

    func test_aBlockIsCalledWhileTheMainQueueIsBusy() {
        let order = Order()
        let main = main
        DispatchQueue.main.async {
            DispatchQueue.main.async { order.append("queue") }
            CATransaction.begin()
            CATransaction.setCompletionBlock {
                order.append("block")
                CFRunLoopStop(main)
            }
            CATransaction.commit()
            CFRunLoopRun()
            order.append("waited")
            CFRunLoopStop(main)
        }
        runUntilStopped()
        XCTAssertEqual(order.entries.prefix(2), ["block", "waited"])
    }

    func test_aRunThatReturnsAfterASourceReturnsAfterABlock() {
        let order = Order()
        CATransaction.begin()
        CATransaction.setCompletionBlock { order.append("block") }
        CATransaction.commit()
        while order.entries.isEmpty {
            XCTAssertEqual(CFRunLoopRunInMode(.defaultMode, 60, true), .handledSource)
        }
        XCTAssertEqual(order.entries, ["block"])
    }
}
