import Testing

@testable import LoopWatchdog
@testable import Mainspring

@Suite struct StopDetectorTests {
    private struct Look {
        var number: UInt64
        var isResting = false
        var time: UInt64?
        var now: UInt64
        var ended: UInt64 = 0
        var step: StopDetector.Step
    }

    private func check(limit: UInt64 = 100, _ looks: [Look], sourceLocation: SourceLocation = #_sourceLocation) {
        var detector = StopDetector(limit: limit)
        for (index, look) in looks.enumerated() {
            let reading = LoopBeat.Reading(number: look.number, isResting: look.isResting, time: look.time)
            let step = detector.look(at: reading, now: look.now, ended: look.ended)
            #expect(step == look.step, "look \(index)", sourceLocation: sourceLocation)
        }
    }

    @Test func `waits for the next beat while the loop rests, however long`() {
        check([
            Look(number: 1, isResting: true, now: 0, step: .awaitBeat),
            Look(number: 1, isResting: true, now: 1_000_000, step: .awaitBeat),
        ])
    }

    @Test func `looks again a limit after the beat`() {
        check([Look(number: 1, time: 30, now: 50, step: .wait(until: 130))])
    }

    @Test func `counts from the first look when the beat has no time`() {
        check([
            Look(number: 1, now: 50, step: .wait(until: 150)),
            Look(number: 1, now: 150, step: .report(since: 50)),
        ])
    }

    @Test func `reports a stop once, and its end with the time of the next beat`() {
        check([
            Look(number: 1, time: 0, now: 10, step: .wait(until: 100)),
            Look(number: 1, time: 0, now: 100, step: .report(since: 0)),
            Look(number: 1, time: 0, now: 101, step: .awaitBeat),
            Look(number: 1, time: 0, now: 500, step: .awaitBeat),
            Look(number: 2, isResting: true, time: 900, now: 901, ended: 900, step: .reportEnd(since: 0, until: 900)),
            Look(number: 2, isResting: true, time: 900, now: 901, ended: 900, step: .awaitBeat),
        ])
    }

    @Test func `reports two stops that follow each other`() {
        check([
            Look(number: 1, time: 0, now: 100, step: .report(since: 0)),
            Look(number: 2, time: 110, now: 120, ended: 110, step: .reportEnd(since: 0, until: 110)),
            Look(number: 2, time: 110, now: 120, step: .wait(until: 210)),
            Look(number: 2, time: 110, now: 210, step: .report(since: 110)),
        ])
    }

    @Test func `takes a new beat for progress, even one like the last`() {
        check([
            Look(number: 1, time: 0, now: 10, step: .wait(until: 100)),
            Look(number: 9, time: 95, now: 100, step: .wait(until: 195)),
            Look(number: 10, isResting: true, time: 150, now: 195, step: .awaitBeat),
        ])
    }

    @Test func `gives one limit more when it was late itself, and only one for each beat`() {
        check([
            Look(number: 1, time: 0, now: 10, step: .wait(until: 100)),
            Look(number: 1, time: 0, now: 1000, step: .wait(until: 1100)),
            Look(number: 1, time: 0, now: 2000, step: .report(since: 1000)),
        ])
    }

    @Test func `is not late by less than a limit`() {
        check([
            Look(number: 1, time: 0, now: 10, step: .wait(until: 100)),
            Look(number: 1, time: 0, now: 200, step: .report(since: 0)),
        ])
    }

    @Test func `never reports with an endless limit`() {
        check(
            limit: .max,
            [
                Look(number: 1, time: 5, now: 10, step: .wait(until: .max)),
                Look(number: 1, time: 5, now: .max - 1, step: .wait(until: .max)),
            ])
    }

    @Test func `reports any pass with a limit of nothing`() {
        check(limit: 0, [Look(number: 1, time: 5, now: 5, step: .report(since: 5))])
    }
}
