public import Foundation

// Apple's C functions on maps, as Swift code calls them. Each is the member of the same meaning.

/// The map that leaves every point where it is.
public let CGAffineTransformIdentity = CGAffineTransform.identity

/// Makes a map from the entries of its matrix.
public func CGAffineTransformMake(
    _ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat
) -> CGAffineTransform {
    CGAffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
}
/// Makes a move.
public func CGAffineTransformMakeTranslation(_ tx: CGFloat, _ ty: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: tx, y: ty)
}
/// Makes a scale.
public func CGAffineTransformMakeScale(_ sx: CGFloat, _ sy: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: sx, y: sy)
}
/// Makes a rotation by an angle in radians.
public func CGAffineTransformMakeRotation(_ angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle)
}
/// A move, and the given map after it.
public func CGAffineTransformTranslate(
    _ transform: CGAffineTransform, _ tx: CGFloat, _ ty: CGFloat
) -> CGAffineTransform {
    transform.translatedBy(x: tx, y: ty)
}
/// A scale, and the given map after it.
public func CGAffineTransformScale(
    _ transform: CGAffineTransform, _ sx: CGFloat, _ sy: CGFloat
) -> CGAffineTransform {
    transform.scaledBy(x: sx, y: sy)
}
/// A rotation by an angle in radians, and the given map after it.
public func CGAffineTransformRotate(_ transform: CGAffineTransform, _ angle: CGFloat) -> CGAffineTransform {
    transform.rotated(by: angle)
}
/// The map that undoes another; the other itself if there is none.
public func CGAffineTransformInvert(_ transform: CGAffineTransform) -> CGAffineTransform { transform.inverted() }
/// One map, and a second one after it.
public func CGAffineTransformConcat(_ first: CGAffineTransform, _ second: CGAffineTransform) -> CGAffineTransform {
    first.concatenating(second)
}
/// Whether a map is the identity.
public func CGAffineTransformIsIdentity(_ transform: CGAffineTransform) -> Bool { transform.isIdentity }
/// Whether two maps are equal.
public func CGAffineTransformEqualToTransform(_ first: CGAffineTransform, _ second: CGAffineTransform) -> Bool {
    first == second
}
