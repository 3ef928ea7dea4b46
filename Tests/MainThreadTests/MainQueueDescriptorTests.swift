import Foundation
import FoundationRunLoop
import XCTest

@testable import Mainspring

/// The descriptor of the main queue, which is libdispatch's and which other code closes.
final class MainQueueDescriptorTests: XCTestCase {
    private let loop: CFRunLoop = CFRunLoopGetMain()

    /// Lets the main loop sleep and wake, as often as it takes to look at its descriptors.
    private func sleepOften(_ body: () -> Void = {}) {
        for _ in 0..<130 {
            let timer = CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in }
            let block = DispatchQueue(label: "waker")
            CFRunLoopAddTimer(loop, timer, .defaultMode)
            block.async { [loop] in
                while !CFRunLoopIsWaiting(loop) { sched_yield() }
                CFRunLoopStop(loop)
            }
            _ = CFRunLoopRunInMode(.defaultMode, 1e9, false)
            block.sync {}
        }
    }

    func test_theMainQueueGoesOnAfterItsDescriptorWasClosed() {
        while CFRunLoopRunInMode(.defaultMode, 0, true) == .handledSource {}
        let number = loop.mainQueue.descriptor
        XCTAssertGreaterThanOrEqual(number, 0)
        close(number)
        sleepOften()
        XCTAssertEqual(loop.mainQueue.registeredDescriptor, number)
        XCTAssertGreaterThanOrEqual(fcntl(number, F_GETFD), 0)
        let order = Order()
        DispatchQueue.main.async { order.append("item") }
        while order.entries.isEmpty { _ = CFRunLoopRunInMode(.defaultMode, 60, true) }
        XCTAssertEqual(order.entries, ["item"])
    }
}
