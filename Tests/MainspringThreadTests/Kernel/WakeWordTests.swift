import CLinux
import Glibc
import Testing

@testable import Mainspring

@Suite struct WakeWordTests {
    /// Keeps the macro from capturing the word itself, which cannot be copied.
    private func yes(_ value: Bool) -> Bool { value }

    /// How often the descriptor was written since the last look.
    private func pokes(_ word: borrowing WakeWord) -> Int {
        var count: UInt64 = 0
        return read(word.descriptor, &count, 8) == 8 ? Int(count) : 0
    }

    @Test func `a wake-up without a run is not remembered`() {
        let word = WakeWord()
        word.wakeUp()
        #expect(!yes(word.hasPendingWakeUp))
        #expect(pokes(word) == 0)
    }

    @Test func `a wake-up of a busy loop is a bit and no system call`() {
        let word = WakeWord()
        _ = word.beginRun()
        for _ in 0..<1_000 { word.wakeUp() }
        #expect(pokes(word) == 0)
        #expect(!yes(word.beginSleep()))
        #expect(yes(word.takePending()))
        #expect(!yes(word.takePending()))
        #expect(yes(word.beginSleep()))
    }

    @Test func `wake-ups of a sleeping loop write the descriptor once`() {
        let word = WakeWord()
        _ = word.beginRun()
        #expect(yes(word.beginSleep()))
        #expect(yes(word.isSleeping))
        for _ in 0..<10 { word.wakeUp() }
        #expect(pokes(word) == 1)
        word.endSleep()
        #expect(!yes(word.isSleeping))
        #expect(yes(word.takePending()))
    }

    @Test func `a loop that will go round anyway drops wake-ups`() {
        let word = WakeWord()
        _ = word.beginRun()
        word.ignore()
        word.wakeUp()
        #expect(!yes(word.hasPendingWakeUp))
        word.listen()
        word.wakeUp()
        #expect(yes(word.hasPendingWakeUp))
    }

    @Test func `a stop that came after the last look and before the top of the next pass keeps the loop from sleeping`()
    {
        let word = WakeWord()
        _ = word.beginRun()
        word.ignore()
        #expect(!yes(word.takeStop()))
        word.stop()
        word.listen()
        #expect(!yes(word.beginSleep()))
        #expect(yes(word.takeStop()))
    }

    @Test func `a stop is the innermost run's`() {
        let word = WakeWord()
        let outermost = word.beginRun()
        let outer = word.beginRun()
        word.stop()
        word.endRun(outer)
        #expect(!yes(word.takeStop()))
        word.stop()
        let inner = word.beginRun()
        #expect(!yes(word.takeStop()))
        word.endRun(inner)
        #expect(yes(word.takeStop()))
        word.endRun(outermost)
        word.stop()
        #expect(!yes(word.takeStop()))
    }

    @Test func `a nested run listens, and the outer one is as deaf as before when it has ended`() {
        let word = WakeWord()
        _ = word.beginRun()
        word.ignore()
        let inner = word.beginRun()
        word.wakeUp()
        #expect(yes(word.takePending()))
        word.endRun(inner)
        word.wakeUp()
        #expect(!yes(word.hasPendingWakeUp))
    }

    @Test func `a wake-up that a run dropped is not there for the next one`() {
        let word = WakeWord()
        let outermost = word.beginRun()
        word.ignore()
        word.wakeUp()
        word.endRun(outermost)
        _ = word.beginRun()
        #expect(!yes(word.hasPendingWakeUp))
    }

    @Test func `a wake-up from before the deafness is still to be taken after it, in a nested run too`() {
        let word = WakeWord()
        _ = word.beginRun()
        word.wakeUp()
        word.ignore()
        let inner = word.beginRun()
        #expect(yes(word.hasPendingWakeUp))
        word.endRun(inner)
        word.listen()
        #expect(yes(word.takePending()))
    }

    @Test func `a change wakes a sleeping loop once, without a wake-up that its observers would see`() {
        let word = WakeWord()
        _ = word.beginRun()
        #expect(yes(word.beginSleep()))
        for _ in 0..<10 { word.recomputeSleep() }
        #expect(pokes(word) == 1)
        #expect(!yes(word.hasPendingWakeUp))
        word.endSleep()
    }

    @Test func `a change while the sleep is computed keeps the loop from sleeping on old figures`() {
        let word = WakeWord()
        _ = word.beginRun()
        word.beginComputingSleep()
        word.recomputeSleep()
        #expect(!yes(word.beginSleep()))
        word.beginComputingSleep()
        #expect(yes(word.beginSleep()))
        #expect(pokes(word) == 0)
    }

    @Test func `a sleeper misses no wake-up of eight threads`() throws {
        final class Shared: @unchecked Sendable {
            // `@unchecked Sendable`: constant; the word is made of atomics.
            let word = WakeWord()
        }
        let shared = Shared()
        let rounds = 20_000
        let done = Counter()
        // Before the first of them, however long this thread waits for a processor.
        _ = shared.word.beginRun()
        let threads = (0..<8).map { _ in
            TestThread {
                for _ in 0..<rounds {
                    shared.word.wakeUp()
                    done.add()
                }
            }
        }
        // A wake-up that was given after the last one was taken must be seen, or the poll below would wait without end.
        var taken = 0
        while done.value < 8 * rounds || shared.word.hasPendingWakeUp {
            shared.word.listen()
            if shared.word.beginSleep() {
                var request = pollfd(fd: shared.word.descriptor, events: Int16(POLLIN), revents: 0)
                let ready = poll(&request, 1, done.value < 8 * rounds ? 60_000 : 0)
                #expect(ready == 1 || done.value == 8 * rounds)
                var count: UInt64 = 0
                read(shared.word.descriptor, &count, 8)
                shared.word.endSleep()
            }
            if shared.word.takePending() { taken += 1 }
        }
        for thread in threads { try thread.join() }
        #expect(taken > 0)
    }
}
