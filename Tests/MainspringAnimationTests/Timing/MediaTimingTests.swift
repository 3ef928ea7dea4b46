import Testing

@testable import MainspringAnimation

@Suite struct MediaTimingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var timing: AnyTiming
        var time: Double
        /// Nil where the animation has no effect.
        var progress: Double?
        var repeats: Double = 0
        var phase: TimingPhase = .active
        var testDescription: String { "\(timing) at \(time)" }
    }

    static let once = AnyTiming(duration: 2)
    static let thrice = AnyTiming(duration: 1, repeatCount: 3)
    static let there = AnyTiming(duration: 1, autoreverses: true)
    static let reversed = AnyTiming(duration: 2, speed: -1, timeOffset: 2)

    static func filling(_ mode: CAMediaTimingFillMode) -> AnyTiming {
        AnyTiming(beginTime: 1, duration: 2, fillMode: mode)
    }

    static let rows: [Row] = [
        Row(timing: once, time: 0, progress: 0), Row(timing: once, time: 0.5, progress: 0.25),
        Row(timing: once, time: 2, progress: nil, phase: .after),
        Row(timing: once, time: -0.1, progress: nil, phase: .before),
        // A boundary between repeats begins the next one, the last ends the last.
        Row(timing: thrice, time: 0.5, progress: 0.5), Row(timing: thrice, time: 1, progress: 0, repeats: 1),
        Row(timing: thrice, time: 2.25, progress: 0.25, repeats: 2),
        Row(
            timing: AnyTiming(duration: 1, repeatCount: 3, fillMode: .forwards), time: 3, progress: 1, repeats: 2,
            phase: .after),
        // Fractions of a repeat.
        Row(
            timing: AnyTiming(duration: 1, repeatCount: 1.5, fillMode: .forwards), time: 9, progress: 0.5, repeats: 1,
            phase: .after),
        Row(timing: AnyTiming(duration: 2, repeatCount: 0.5, fillMode: .both), time: 1, progress: 0.5, phase: .after),
        // By time instead of by count.
        Row(
            timing: AnyTiming(duration: 1, repeatDuration: 2.5, fillMode: .forwards), time: 3, progress: 0.5,
            repeats: 2, phase: .after),
        Row(
            timing: AnyTiming(duration: 1, repeatCount: 9, repeatDuration: 1.5), time: 1.6, progress: nil, repeats: 1,
            phase: .after),
        // Back and forth.
        Row(timing: there, time: 0.25, progress: 0.25), Row(timing: there, time: 1, progress: 1),
        Row(timing: there, time: 1.25, progress: 0.75), Row(timing: there, time: 2, progress: nil, phase: .after),
        Row(
            timing: AnyTiming(duration: 1, autoreverses: true, fillMode: .forwards), time: 2, progress: 0, phase: .after
        ),
        Row(timing: AnyTiming(duration: 1, repeatCount: 2, autoreverses: true), time: 2.25, progress: 0.25, repeats: 1),
        // For ever.
        Row(timing: AnyTiming(duration: 1, repeatCount: .infinity), time: 1e6 + 0.5, progress: 0.5, repeats: 1e6),
        Row(timing: AnyTiming(duration: .infinity), time: 1e6, progress: 0),
        // Filling.
        Row(timing: filling(.removed), time: 0, progress: nil, phase: .before),
        Row(timing: filling(.forwards), time: 0, progress: nil, phase: .before),
        Row(timing: filling(.backwards), time: 0, progress: 0, phase: .before),
        Row(timing: filling(.both), time: 0, progress: 0, phase: .before),
        Row(timing: filling(.removed), time: 9, progress: nil, phase: .after),
        Row(timing: filling(.backwards), time: 9, progress: nil, phase: .after),
        Row(timing: filling(.forwards), time: 9, progress: 1, phase: .after),
        Row(timing: filling(.both), time: 9, progress: 1, phase: .after),
        Row(timing: filling(.init(rawValue: "sideways")), time: 9, progress: nil, phase: .after),
        Row(timing: filling(.both), time: 2, progress: 0.5),
        // Faster, later, from the middle.
        Row(timing: AnyTiming(duration: 2, speed: 2), time: 0.5, progress: 0.5),
        Row(timing: AnyTiming(beginTime: 10, duration: 2), time: 11, progress: 0.5),
        Row(timing: AnyTiming(duration: 2, timeOffset: 1), time: 0.5, progress: 0.75),
        // Backwards, it ends at 0.
        Row(timing: reversed, time: 0, progress: 1), Row(timing: reversed, time: 0.5, progress: 0.75),
        Row(timing: reversed, time: 2, progress: nil, phase: .after),
        Row(
            timing: AnyTiming(duration: 2, speed: -1, timeOffset: 2, fillMode: .forwards), time: 3, progress: 0,
            phase: .after),
        // Standing still, to be moved by hand.
        Row(timing: AnyTiming(duration: 4, speed: 0, timeOffset: 1), time: 77, progress: 0.25),
        Row(timing: AnyTiming(duration: 4, speed: 0, timeOffset: 4), time: 77, progress: 1),
        Row(timing: AnyTiming(duration: 4, speed: 0, timeOffset: 5), time: 77, progress: nil, phase: .after),
    ]

    @Test(arguments: rows)
    func `an object's course follows its timing`(row: Row) {
        let sample = MediaTiming(row.timing).sample(at: row.time)
        #expect(sample.isInEffect == (row.progress != nil))
        #expect(sample.phase == row.phase)
        if let progress = row.progress {
            #expect(isNear(sample.course.progress, progress))
            #expect(sample.course.repeats == row.repeats)
        }
    }

    @Test(
        arguments: [
            (AnyTiming(duration: 2), 2), (AnyTiming(duration: 2, repeatCount: 3), 6),
            (AnyTiming(duration: 2, repeatCount: 1.5, autoreverses: true), 6),
            (AnyTiming(duration: 2, autoreverses: true), 4),
            (AnyTiming(duration: 2, repeatDuration: 7), 7),
            (AnyTiming(duration: 2, repeatDuration: 7, autoreverses: true), 7),
            (AnyTiming(duration: 2, repeatCount: .infinity), .infinity), (AnyTiming(duration: .infinity), .infinity),
            (AnyTiming(duration: 0, repeatCount: .infinity), 0),
        ] as [(AnyTiming, Double)])
    func `how long an object is active`(timing: AnyTiming, duration: Double) {
        #expect(MediaTiming(timing).activeDuration == duration)
    }

    @Test(
        arguments: [
            (AnyTiming(beginTime: 5, duration: 2), 5, 7), (AnyTiming(beginTime: 5, duration: 2, speed: 2), 5, 6),
            (AnyTiming(beginTime: 5, duration: 2, timeOffset: 1), 4, 6),
            (AnyTiming(beginTime: 5, duration: 2, speed: -1, timeOffset: 2), 5, 7),
            (AnyTiming(beginTime: 5, duration: 2, repeatCount: .infinity), 5, nil),
            (AnyTiming(beginTime: 5, duration: 2, speed: 0), -.infinity, nil),
            (AnyTiming(beginTime: 5, duration: 2, speed: 0, timeOffset: 3), nil, nil),
        ] as [(AnyTiming, Double?, Double?)])
    func `when an object begins and ends in its parent's time`(timing: AnyTiming, start: Double?, end: Double?) {
        #expect(MediaTiming(timing).start == start)
        #expect(MediaTiming(timing).end == end)
    }

    @Test func `a duration of 0 is the transaction's`() {
        #expect(MediaTiming(AnyTiming(), defaultDuration: 0.25).duration == 0.25)
        #expect(MediaTiming(AnyTiming(duration: 3), defaultDuration: 0.25).duration == 3)
    }

    @Test func `values that are no numbers count as the defaults, and nothing ever is a number no more`() {
        let broken = AnyTiming(
            beginTime: .nan, duration: .nan, speed: .nan, timeOffset: .nan, repeatCount: .nan, repeatDuration: .nan)
        #expect(MediaTiming(broken, defaultDuration: 2).sample(at: 1).course.progress == 0.5)
        for duration in [0, 1e-300, 1, 1e300, .infinity, -1] {
            for offset in [0, -.infinity, .infinity, 1e300] {
                for count: Float in [0, -1, .infinity, 0.5] {
                    for autoreverses in [false, true] {
                        let timing = MediaTiming(
                            AnyTiming(
                                duration: duration, timeOffset: offset, repeatCount: count, autoreverses: autoreverses,
                                fillMode: .both))
                        for time in [-.infinity, -1e300, 0, 1, 1e300, .infinity] {
                            let course = timing.sample(at: time).course
                            #expect((0...1).contains(course.progress) && !course.repeats.isNaN)
                        }
                    }
                }
            }
        }
    }
}
