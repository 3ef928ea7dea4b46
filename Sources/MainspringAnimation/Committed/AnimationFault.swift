internal import Diagnostics

/// Why an animation cannot be committed.
struct AnimationFault: Error, Hashable, CustomStringConvertible {
    /// What was left out, each said once.
    static let log = OnceLog<AnimationFault>(ending: "Of further animations that are left out nothing is said.")

    /// A sentence that names the animation, the key and the value.
    let description: String

    /// An animation of so many parts that the rest is left out.
    init(_ animation: CAAnimation, most: Int) {
        description =
            "A part of a \(type(of: animation)) is left out: it has more than \(most) animations, or groups around them. "
            + "Add several animations instead."
    }

    init(_ animation: CAPropertyAnimation, _ why: String) {
        description = "A \(type(of: animation)) of “\(animation.keyPath ?? "")” is left out: \(why)"
    }
}
