import Foundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct CommittedAnimationTests {
    private static let kinds: [String: ValueKind] = [
        "opacity": .number, "position": .point, "transform": .transform, "contents": .step, "path": .path,
    ]

    private static var commit: AnimationCommit {
        AnimationCommit { key in kinds[key].flatMap { AnimationTarget(key: key, kind: $0, path: nil) } }
    }

    /// What an animation makes of a property at some instants; nil where it has no effect.
    private func values(
        _ animation: CAAnimation, at times: [Double], over current: AnimatedValue = number(100), now: Double = 0,
        previous: AnimatedValue? = nil
    ) throws -> [AnimatedValue?] {
        var faults: [AnimationFault] = []
        var commit = Self.commit
        commit.now = now
        commit.previous = { _ in previous }
        let committed = commit.tracks(of: animation) { faults.append($0) }
        #expect(faults.isEmpty)
        let only = try #require(committed.first)
        return times.map { only.value(at: $0, over: current) }
    }

    private func numbers(
        _ animation: CAAnimation, at times: [Double], over current: Double = 100, now: Double = 0
    ) throws -> [Double?] {
        try values(animation, at: times, over: number(current), now: now).map { $0?.number }
    }

    private func basic(_ from: Double? = nil, _ to: Double? = nil, by: Double? = nil, duration: Double = 1)
        -> CABasicAnimation
    {
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.fromValue = from
        animation.toValue = to
        animation.byValue = by
        animation.duration = duration
        return animation
    }

    private final class FromSeven: CABasicAnimation {
        override var fromValue: Any? {
            get { 7 }
            set {}
        }
    }

    @Test func `a subclass is asked for the values that it overrides`() throws {
        let animation = FromSeven(keyPath: "opacity")
        animation.fromValue = 0
        animation.toValue = 9
        animation.duration = 1
        #expect(try numbers(animation, at: [0, 0.5]) == [7, 8])
    }

    @Test func `a value that was given makes the vector that a cast makes`() {
        let values: [Any] = [
            1, 2.5, CGFloat(3), CGPoint(x: 4, y: 5), CGSize(width: 6, height: 7), Float(8), NSNumber(value: 9), true,
            "ten",
            Double.nan, CGRect(x: 1, y: 2, width: 3, height: 4),
        ]
        for value in values {
            for kind in [ValueKind.number, .point, .size, .rect, .color, .transform, .step] {
                let given = GivenValue(value).vector(as: kind).map { "\($0)" }
                #expect(given == kind.vector(of: value).map { "\($0)" }, "\(value) as \(kind)")
            }
        }
    }

    @Test func `an animation that changes nothing has its time all the same`() {
        let animation = CAAnimation()
        animation.duration = 3
        let committed = Self.commit.tracks(of: animation) { _ in }
        #expect(committed.first == nil && committed.timing?.duration == 3)
        let group = CAAnimationGroup()
        group.duration = 5
        group.animations = [basic(0, 1)]
        #expect(Self.commit.tracks(of: group) { _ in }.timing?.duration == 5)
    }

    @Test func `an animation that does not say when begins when it is committed`() throws {
        #expect(try numbers(basic(0, 10), at: [4.9, 5, 5.5, 6], now: 5) == [nil, 0, 5, nil])
        let later = basic(0, 10)
        later.beginTime = 7
        #expect(try numbers(later, at: [6, 7.5], now: 5) == [nil, 5])
    }

    @Test func `without a duration it takes a quarter of a second`() throws {
        #expect(try numbers(basic(0, 10, duration: 0), at: [0.125, 0.25]) == [5, nil])
    }

    @Test func `the pace is the timing function's`() throws {
        let animation = basic(0, 1)
        animation.timingFunction = CAMediaTimingFunction(name: .easeIn)
        let value = try #require(try numbers(animation, at: [0.5])[0])
        #expect(isNear(value, 0.315357, within: 1e-5))
    }

    @Test func `an additive value is added to what the property has`() throws {
        let animation = basic(1, 3)
        animation.isAdditive = true
        #expect(try numbers(animation, at: [0, 0.5]) == [101, 102])
        let by = basic(by: 10)
        by.isAdditive = true
        #expect(try numbers(by, at: [0, 0.5]) == [100, 105])
    }

    @Test func `cumulative repeats go on from each other's ends`() throws {
        let animation = basic(10, 20)
        animation.isCumulative = true
        animation.repeatCount = 3
        #expect(try numbers(animation, at: [0.5, 1, 1.5, 2.5]) == [15, 30, 35, 55])
    }

    @Test func `of cumulative repeats that go back each ends where it began`() throws {
        let animation = basic(10, 20)
        animation.isCumulative = true
        animation.autoreverses = true
        animation.repeatCount = 2
        #expect(try numbers(animation, at: [0.5, 1.5, 2.5]) == [15, 15, 25])
    }

    @Test func `an animation that says nothing goes from the former value to the present one`() throws {
        let result = try values(basic(), at: [0, 0.5], previous: number(60)).map { $0?.number }
        #expect(result == [60, 80])
    }

    @Test func `a value function makes a transform of numbers, and goes all the way round`() throws {
        let animation = CABasicAnimation(keyPath: "transform")
        animation.valueFunction = CAValueFunction(name: .rotateZ)
        animation.fromValue = 0
        animation.toValue = 2 * Double.pi
        animation.duration = 4
        let quarter = try #require(try values(animation, at: [1], over: .transform(.identity))[0]?.matrix)
        #expect(isNear(quarter, .rotation(.pi / 2, about: SIMD3(0, 0, 1))))
    }

    @Test func `a value function without a start begins with what changes nothing`() throws {
        let animation = CABasicAnimation(keyPath: "transform")
        animation.valueFunction = CAValueFunction(name: .scaleX)
        animation.toValue = 3
        animation.duration = 1
        let start = try #require(try values(animation, at: [0], over: .transform(.scale(9, 9, 9)))[0]?.matrix)
        #expect(isNear(start, .identity))
    }

    @Test func `a spring goes its way in its own time`() throws {
        let spring = CASpringAnimation(keyPath: "opacity")
        spring.fromValue = 0
        spring.toValue = 10
        spring.duration = spring.settlingDuration
        let value = try #require(try numbers(spring, at: [0.2])[0])
        #expect(isNear(value, 10 * spring.motion.position(at: 0.2)))
        // In half of the duration half of the motion shows.
        spring.duration = 0.3
        #expect(try numbers(spring, at: [0.2, 0.3])[1] == nil)
        #expect(try isNear(#require(numbers(spring, at: [0.2])[0]), value))
    }

    @Test func `a group's animations run in its time, and are cut off at its end`() throws {
        let group = CAAnimationGroup()
        group.duration = 2
        group.speed = 2
        group.beginTime = 10
        let inner = basic(0, 10, duration: 4)
        inner.beginTime = 1
        group.animations = [inner]
        // 10.25 is 0.5 in the group, before the animation begins; 10.75 is 1.5.
        #expect(try numbers(group, at: [9, 10.25, 10.75, 11]) == [nil, nil, 1.25, nil])
        group.fillMode = .forwards
        #expect(try numbers(group, at: [12]) == [2.5])
        // Whatever a group's pace does it does to the time of all in it.
        group.fillMode = .removed
        group.timingFunction = CAMediaTimingFunction(controlPoints: 0.5, 0, 0.5, 1)
        #expect(
            try isNear(numbers(group, at: [10.75])[0] ?? .nan, (2 * 0.894107457 - 1) / 4 * 10, within: 1e-6))
    }

    @Test func `groups in groups, and animations in them without a duration, take the group's`() throws {
        let outer = CAAnimationGroup()
        outer.duration = 8
        let middle = CAAnimationGroup()
        middle.beginTime = 2
        middle.duration = 4
        middle.animations = [basic(0, 10, duration: 0)]
        outer.animations = [middle]
        #expect(try numbers(outer, at: [1, 3, 4, 6]) == [nil, 2.5, 5, nil])
    }

    @Test func `a repeated group repeats what is in it`() throws {
        let group = CAAnimationGroup()
        group.duration = 2
        group.repeatCount = 2
        group.autoreverses = true
        group.animations = [basic(0, 10, duration: 2)]
        #expect(try numbers(group, at: [0.5, 2.5, 4.5, 7.5]) == [2.5, 7.5, 2.5, 2.5])
    }

    @Test func `an object goes along a path and turns with it`() throws {
        let path = CGMutablePath()
        path.addLines(between: [CGPoint(x: 0, y: 0), CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 10)])
        let animation = CAKeyframeAnimation(keyPath: "position")
        animation.path = path
        animation.duration = 2
        for (mode, turn) in [(CAAnimationRotationMode.rotateAuto, Double.pi / 2), (.rotateAutoReverse, 1.5 * .pi)] {
            animation.rotationMode = mode
            let committed = Self.commit.tracks(of: animation) { Issue.record("\($0)") }.all
            #expect(committed.map(\.target.key) == ["position", "transform"])
            #expect(committed[0].value(at: 1.5, over: point(0, 0)) == point(10, 5))
            let scaled = Matrix4.scale(2, 2, 2)
            let turned = committed[1].value(at: 1.5, over: .transform(scaled))?.matrix
            #expect(isNear(turned ?? .identity, .rotation(turn, about: SIMD3(0, 0, 1)) * scaled))
        }
    }

    struct Fault: Sendable {
        var make: @Sendable () -> CAPropertyAnimation
        var says: String
    }

    static let faults = [
        Fault(make: { CABasicAnimation() }, says: "it has no key path. Say which property it is of."),
        Fault(
            make: { CABasicAnimation(keyPath: "colour") },
            says: "the layer has nothing of that name that can be animated."),
        Fault(
            make: {
                let animation = CABasicAnimation(keyPath: "position")
                animation.toValue = "there"
                return animation
            }, says: "its toValue is there (String), and a CGPoint is needed."),
        Fault(
            make: {
                let animation = CABasicAnimation(keyPath: "opacity")
                animation.valueFunction = CAValueFunction(name: .scale)
                return animation
            }, says: "its value function makes transforms, and the property is none."),
        Fault(make: { CAKeyframeAnimation(keyPath: "opacity") }, says: "it has no values."),
        Fault(
            make: {
                let animation = CAKeyframeAnimation(keyPath: "opacity")
                animation.values = [1, "two"]
                return animation
            }, says: "its value 1 is two (String), and a number is needed."),
        Fault(
            make: {
                let animation = CAKeyframeAnimation(keyPath: "position")
                animation.path = CGMutablePath()
                return animation
            }, says: "its path has no line or curve."),
    ]

    @Test(arguments: faults.indices)
    func `what cannot be animated is left out and told in a sentence`(index: Int) {
        let animation = Self.faults[index].make()
        var told: [String] = []
        let committed = Self.commit.tracks(of: animation) { told.append($0.description) }
        #expect(committed.first == nil)
        let name = animation.keyPath ?? ""
        #expect(told == ["A \(type(of: animation)) of “\(name)” is left out: \(Self.faults[index].says)"])
    }

    @Test func `one bad animation of a group does not stop the others`() {
        let group = CAAnimationGroup()
        group.animations = [CABasicAnimation(keyPath: "colour"), basic(0, 1)]
        var faults = 0
        let committed = Self.commit.tracks(of: group) { _ in faults += 1 }.all
        #expect(committed.count == 1 && faults == 1)
    }

    @Test(arguments: [(0.0, 1.0, 1.0), (0.25, 0.75, 1.0), (0.1, 0.2, 4.0), (0.5, 0.25, 0.5)], [1.0, 2.0])
    func `a group that fills holds what ends with it`(
        child: (begin: Double, duration: Double, speed: Double), count: Double
    ) throws {
        let inner = basic(0, 10, duration: child.duration)
        inner.beginTime = child.begin
        inner.repeatCount = Float((1 - child.begin) * child.speed / child.duration)
        inner.speed = Float(child.speed)
        let outer = CAAnimationGroup()
        outer.animations = [inner]
        outer.duration = 1
        outer.repeatCount = Float(count)
        outer.fillMode = .forwards
        let held = try #require(try numbers(outer, at: [count + 5])[0])
        #expect(abs(held - 10) < 1e-5)
        outer.fillMode = .removed
        #expect(try numbers(outer, at: [count + 5]) == [nil])
    }

    @Test func `a group that fills does not hold what ended before it`() throws {
        let outer = CAAnimationGroup()
        outer.animations = [basic(0, 10, duration: 0.9)]
        outer.duration = 1
        outer.fillMode = .forwards
        #expect(try numbers(outer, at: [0.5, 2]).map { $0 == nil } == [false, true])
    }

    @Test func `what ends with a group shows its end where the group turns round, and where it goes beyond its end`()
        throws
    {
        let child = basic(500, 600)
        let group = CAAnimationGroup()
        group.animations = [child]
        group.duration = 1
        group.autoreverses = true
        group.repeatCount = 2
        #expect(try numbers(group, at: [0.5, 1, 1.5, 3, 3.5]) == [550, 600, 550, 600, 550])
        let still = CAAnimationGroup()
        still.animations = [child]
        (still.duration, still.speed, still.timeOffset) = (1, 0, 1)
        #expect(try numbers(still, at: [0, 5]) == [600, 600])
        let backwards = basic(50, 100)
        (backwards.speed, backwards.timeOffset) = (-1, 1)
        let held = CAAnimationGroup()
        held.animations = [backwards]
        (held.duration, held.fillMode) = (1, .forwards)
        #expect(try numbers(held, at: [0, 0.5, 1, 2]) == [100, 75, 50, 50])
        let wild = CAAnimationGroup()
        wild.animations = [child]
        wild.duration = 1
        wild.timingFunction = CAMediaTimingFunction(controlPoints: 0.5, -2, 0.5, 3)
        for value in try numbers(wild, at: [0.1, 0.3, 0.7, 0.9]) { #expect((500...600).contains(value ?? .nan)) }
    }

    @Test(arguments: [3.0, 7, 49, 0.7, 1.26171875]) func `a child in a group sees the group's time as it is`(
        duration: Double
    ) throws {
        let group = GroupTime(timing: MediaTiming(duration: duration), pace: nil)
        for step in 0..<100 {
            let time = duration * Double(step) / 100
            #expect(group.inner(GroupTime.Instant(time: time))?.time == time)
        }
    }
}
