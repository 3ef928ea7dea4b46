internal import Diagnostics

/// Why an animation cannot be committed.
struct AnimationFault: Error, Hashable, CustomStringConvertible {
    /// What was left out, each said once.
    static let log = OnceLog<AnimationFault>(ending: "Of further animations that are left out nothing is said.")

    /// A sentence that names the animation, the key and the value.
    let description: String

    init(_ animation: CAPropertyAnimation, _ why: String) {
        description = "A \(type(of: animation)) of “\(animation.keyPath ?? "")” is left out: \(why)"
    }
}
