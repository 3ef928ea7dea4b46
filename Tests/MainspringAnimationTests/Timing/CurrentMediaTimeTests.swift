import Mainspring
import MainspringAnimation
import Testing

@Suite struct CurrentMediaTimeTests {
    @Test func `is the time of the calling thread's loop's clock`() throws {
        let clock = VirtualClock(epoch: 1_000)
        let thread = RunLoopThread(name: "media time", clock: clock)
        defer { thread.stop() }
        #expect(try thread.performAndWait { CACurrentMediaTime() } == 0)
        clock.advance(by: .milliseconds(2_500))
        #expect(try thread.performAndWait { CACurrentMediaTime() } == 2.5)
    }

    @Test func `without a loop it is the time of the process's clock`() {
        let before = Double(RunLoopClock.process.uptime) / 1e9
        let time = CACurrentMediaTime()
        #expect(before <= time && time <= Double(RunLoopClock.process.uptime) / 1e9)
    }
}
