import Testing

@testable import Mainspring

/// Messages that must come: in order, in turns of the loop, also where one of them runs the loop and waits for another.
@Suite struct DeliveryTests {
    @Test func `messages come in order, in the next turn`() throws {
        let calls = try onVirtualLoop { loop in
            var calls: [Int] = []
            loop.keepRunning()
            for number in 0..<5 { loop.deliver { calls.append(number) } }
            #expect(calls == [])
            _ = CFRunLoopRunInMode(.defaultMode, 0, false)
            return calls
        }
        #expect(calls == [0, 1, 2, 3, 4])
    }

    @Test func `what was sent before is not held back by one that runs the loop and waits for it`() throws {
        let calls = try onVirtualLoop { loop in
            var calls: [String] = []
            loop.keepRunning()
            loop.deliver {
                calls.append("first in")
                #expect(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
                calls.append("first out")
            }
            loop.deliver { calls.append("second") }
            loop.deliver {
                calls.append("third")
                CFRunLoopStop(loop)
            }
            _ = CFRunLoopRunInMode(.defaultMode, 1, false)
            return calls
        }
        #expect(calls == ["first in", "second", "third", "first out"])
    }

    @Test func `what is sent meanwhile comes behind what was there, also to nested runs`() throws {
        let calls = try onVirtualLoop { loop in
            var calls: [String] = []
            loop.keepRunning()
            loop.deliver {
                calls.append("first in")
                loop.deliver {
                    calls.append("third")
                    CFRunLoopStop(loop)
                }
                #expect(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
                calls.append("first out")
            }
            loop.deliver { calls.append("second") }
            _ = CFRunLoopRunInMode(.defaultMode, 1, false)
            return calls
        }
        #expect(calls == ["first in", "second", "third", "first out"])
    }

    @Test func `a message that sends itself again leaves the loop time for others`() throws {
        let (calls, result) = try onVirtualLoop { loop in
            var calls = 0
            loop.keepRunning()
            func again() {
                calls += 1
                if calls < 10_000 { loop.deliver { again() } }
                if calls == 5 { CFRunLoopStop(loop) }
            }
            loop.deliver { again() }
            let result = CFRunLoopRunInMode(.defaultMode, 1e10, false)
            return (calls, result)
        }
        #expect(calls < 10)
        #expect(result == .stopped)
    }

    @Test func `a run that returns after a source returns after a message, others do not`() throws {
        let (results, calls) = try onVirtualLoop { loop in
            var calls: [String] = []
            loop.keepRunning()
            loop.deliver { calls.append("first") }
            let first = CFRunLoopRunInMode(.defaultMode, 1e10, true)
            loop.deliver {
                calls.append("second")
                loop.deliver { calls.append("third") }
                let nested = CFRunLoopRunInMode(.defaultMode, 1e10, true)
                calls.append("nested \(nested == .handledSource)")
            }
            let second = CFRunLoopRunInMode(.defaultMode, 1e10, true)
            loop.deliver { calls.append("fourth") }
            return ([first, second, CFRunLoopRunInMode(.defaultMode, 1, false)], calls)
        }
        #expect(results == [.handledSource, .handledSource, .timedOut])
        #expect(calls == ["first", "second", "third", "nested true", "fourth"])
    }

    @Test func `many messages that wait come in one turn, each once`() throws {
        let count = try onVirtualLoop { loop in
            var count = 0
            loop.keepRunning()
            for _ in 0..<200_000 { loop.deliver { count += 1 } }
            _ = CFRunLoopRunInMode(.defaultMode, 0, false)
            return count
        }
        #expect(count == 200_000)
    }
}

extension CFRunLoop {
    /// A timer that is far away, so that a run does not end at once.
    fileprivate func keepRunning() {
        CFRunLoopAddTimer(self, CFRunLoopTimerCreateWithHandler(nil, 1e12, 0, 0, 0) { _ in }, .defaultMode)
    }
}
