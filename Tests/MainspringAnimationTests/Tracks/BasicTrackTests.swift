import Testing

@testable import MainspringAnimation

@Suite struct BasicTrackTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var from: Double?
        var to: Double?
        var by: Double?
        var start: Double
        var end: Double
        var testDescription: String { "from \(from as Any), to \(to as Any), by \(by as Any)" }
    }

    /// The property has 100 without the animation, and had 50 before.
    @Test(arguments: [
        Row(from: 1, to: 3, start: 1, end: 3), Row(from: 1, by: 4, start: 1, end: 5),
        Row(to: 9, by: 4, start: 5, end: 9),
        Row(from: 1, start: 1, end: 100), Row(to: 3, start: 100, end: 3), Row(by: 4, start: 100, end: 104),
        Row(start: 50, end: 100),
        // With all three the change is not asked.
        Row(from: 1, to: 3, by: 50, start: 1, end: 3),
    ])
    func `what is set decides from where to where the value goes`(row: Row) {
        let track = BasicTrack(
            from: row.from.map(number), to: row.to.map(number), by: row.by.map(number), previous: number(50))
        #expect(track.value(at: 0, over: number(100)).number == row.start)
        #expect(track.value(at: 1, over: number(100)).number == row.end)
        #expect(track.value(at: 0.25, over: number(100)).number == row.start + (row.end - row.start) / 4)
    }

    @Test func `an animation by a change alone that is to be added begins with nothing`() {
        let track = BasicTrack(from: nil, to: nil, by: number(8), zero: number(0))
        #expect(track.value(at: 0.5, over: number(100)).number == 4)
    }

    @Test func `without a former value an animation that says nothing stays where it is`() {
        let track = BasicTrack(from: nil, to: nil, by: nil)
        #expect(track.value(at: 0.5, over: number(7)).number == 7)
    }

    @Test func `transforms change by being done one after another`() {
        let turn = Matrix4.rotation(.pi / 2, about: SIMD3(0, 0, 1))
        let move = Matrix4.translation(10, 0, 0)
        let by = BasicTrack(from: .transform(turn), to: nil, by: .transform(move))
        #expect(isNear(by.value(at: 1, over: .transform(.identity)).matrix ?? .identity, move * turn))
        let back = BasicTrack(from: nil, to: .transform(turn), by: .transform(move))
        #expect(
            isNear(back.value(at: 0, over: .transform(.identity)).matrix ?? .identity, .translation(-10, 0, 0) * turn))
    }

    @Test func `a change without a way back leaves the end where it is`() {
        let track = BasicTrack(from: nil, to: .transform(.scale(2, 2, 2)), by: .transform(.scale(0, 1, 1)))
        #expect(track.value(at: 0, over: .transform(.identity)) == .transform(.scale(2, 2, 2)))
    }

    @Test func `values between which nothing lies change in the middle`() {
        let track = BasicTrack(from: .step(SteppedValue(value: "a")), to: .step(SteppedValue(value: "b")), by: nil)
        #expect(track.value(at: 0.49, over: number(0)) == .step(SteppedValue(value: "a")))
        #expect(track.value(at: 0.5, over: number(0)) == .step(SteppedValue(value: "b")))
    }
}
