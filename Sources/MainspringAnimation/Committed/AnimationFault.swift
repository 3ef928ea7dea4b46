internal import Diagnostics

/// Why an animation, or a part of one, cannot be committed.
struct AnimationFault: Error, CustomStringConvertible {
    /// What is left out, as a sentence begins.
    private let subject: String
    /// The layer and the key that it was added under, as the sentence goes on.
    private var place = ""
    /// What is wrong, and what to do.
    private let why: String

    /// A sentence that names the animation, the layer, the key and the value.
    var description: String { "\(subject)\(place) is left out: \(why)" }

    /// An animation of so many parts that the rest is left out.
    init(_ animation: CAAnimation, most: Int) {
        subject = "A part of a \(type(of: animation))"
        why = "it has more than \(most) animations, or groups around them. Add several animations instead."
    }

    init(_ animation: CAPropertyAnimation, _ why: String) {
        subject = "A \(type(of: animation)) of “\(animation.keyPath ?? "")”"
        self.why = why
    }

    /// An animation of which a time or a count is no number; nil where all are.
    init?(timesOf animation: CAAnimation) {
        // Infinities of both signs have a sum that is no number, too: which it is, is looked for after that.
        let sum = animation.beginTime + animation.duration + Double(animation.speed) + animation.timeOffset
        guard (sum + Double(animation.repeatCount) + animation.repeatDuration).isNaN else { return nil }
        let keys = ["beginTime", "duration", "speed", "timeOffset", "repeatCount", "repeatDuration"]
        let times = [
            animation.beginTime, animation.duration, Double(animation.speed), animation.timeOffset,
            Double(animation.repeatCount), animation.repeatDuration,
        ]
        guard let key = zip(keys, times).first(where: { $1.isNaN })?.0 else { return nil }
        let path = (animation as? CAPropertyAnimation)?.keyPath.map { " of “\($0)”" } ?? ""
        subject = "“\(key)” of a \(type(of: animation))\(path)"
        why = "it is nan, and a number is needed. It counts as if it had not been set."
    }

    /// Says it, once for a layer and the key that the animation was added under.
    func tell(of layer: CALayer, key: String?) {
        var told = self
        told.place = "\(key.map { " under the key “\($0)”" } ?? "") of \(layer.nameInSentences)"
        Self.log.write(
            Told(layer: ObjectIdentifier(layer), key: key, subject: subject, why: why), told.description)
    }

    private struct Told: Hashable {
        let layer: ObjectIdentifier
        let key: String?
        let subject: String
        let why: String
    }

    private static let log = OnceLog<Told>(ending: "Of further animations that are left out nothing is said.")
}
