internal import Foundation
internal import MainspringFoundation
internal import MainspringGraphics

/// A value in the form in which it can be blended with another.
enum AnimatedValue: Sendable {
    /// A number, point, size, rectangle or colour, or the numbers of a value function; what is not needed is 0.
    case vector(SIMD4<Double>)
    case transform(Matrix4)
    case path(CGPath)
    /// Numbers, points or colours, one after another.
    case vectors([SIMD4<Double>])
    /// A value between which and another there is nothing.
    case step(SteppedValue)
}

extension AnimatedValue: Equatable {
    static func == (left: AnimatedValue, right: AnimatedValue) -> Bool {
        switch (left, right) {
        case (.vector(let a), .vector(let b)): a == b
        case (.transform(let a), .transform(let b)): a == b
        case (.path(let a), .path(let b)): a == b
        case (.vectors(let a), .vectors(let b)): a == b
        case (.step(let a), .step(let b)): a == b
        default: false
        }
    }
}

/// A value of which only is known that it is there, such as a picture.
///
/// `@unchecked Sendable`: a value that is animated is taken over when the animation is committed, and not changed from
/// then on by the rules of the class that holds it; whoever changes an object that a tree shows breaks them on Apple's
/// platforms too.
struct SteppedValue: @unchecked Sendable, Equatable {
    /// Nil stands for no value.
    var value: Any?

    /// Whether it is true, as key-value coding takes numbers for it; nil where it is neither true nor false.
    var flag: Bool? { value.flatMap { Bool.fromKeyValue($0) } }

    static func == (left: SteppedValue, right: SteppedValue) -> Bool {
        switch (left.value, right.value) {
        case (nil, nil): true
        case (let a as AnyHashable, let b as AnyHashable): a == b
        case (let a?, let b?): a as AnyObject === b as AnyObject
        default: false
        }
    }
}
