public import Foundation
public import MainspringGraphics

/// The transform that changes nothing.
public let CATransform3DIdentity = CATransform3D(Matrix4.identity)

/// Whether a transform changes nothing.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool {
    t == CATransform3DIdentity
}

/// Whether two transforms have the same elements.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
    a == b
}

/// A transform that moves.
public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
    CATransform3D(Matrix4.translation(tx, ty, tz))
}

/// A transform that enlarges.
public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
    CATransform3D(Matrix4.scale(sx, sy, sz))
}

/// A transform that turns by an angle in radians about the axis (x, y, z); an axis without a length turns nothing.
public func CATransform3DMakeRotation(_ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
    CATransform3D(Matrix4.rotation(angle, about: SIMD3(x, y, z)))
}

/// Moves, and then does what the transform did.
public func CATransform3DTranslate(_ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
    CATransform3D(Matrix4.translation(tx, ty, tz) * Matrix4(t))
}

/// Enlarges, and then does what the transform did.
public func CATransform3DScale(_ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
    CATransform3D(Matrix4.scale(sx, sy, sz) * Matrix4(t))
}

/// Turns, and then does what the transform did.
public func CATransform3DRotate(
    _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
    CATransform3D(Matrix4.rotation(angle, about: SIMD3(x, y, z)) * Matrix4(t))
}

/// First the one, then the other.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
    CATransform3D(Matrix4(a) * Matrix4(b))
}

/// The transform back; the transform itself if there is no way back.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
    Matrix4(t).inverse.map { CATransform3D($0) } ?? t
}

/// A transform of the plane as one of space.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
    CATransform3D(
        m11: m.a, m12: m.b, m13: 0, m14: 0, m21: m.c, m22: m.d, m23: 0, m24: 0, m31: 0, m32: 0, m33: 1, m34: 0,
        m41: m.tx, m42: m.ty, m43: 0, m44: 1)
}

/// Whether a transform is one of the plane.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
    Matrix4(t).isAffine2D
}

/// The transform of the plane that a transform is; the identity where it is none.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
    guard CATransform3DIsAffine(t) else { return .identity }
    return CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}
