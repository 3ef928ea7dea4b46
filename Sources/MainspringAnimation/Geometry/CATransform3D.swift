public import Foundation

/// A transform of space by a matrix of 4 by 4, for points written as rows: `(x, y, z, 1) * matrix`.
///
/// `m41`, `m42`, `m43` move; `m34` is the perspective, minus one over the viewer's distance.
public struct CATransform3D: Hashable, Sendable {
    public var m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat
    public var m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat
    public var m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat
    public var m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat

    /// The matrix of zeros.
    public init() {
        self.init(Matrix4(.zero, .zero, .zero, .zero))
    }

    /// A matrix by its elements, row by row.
    public init(
        m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat,
        m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat,
        m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat,
        m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
    ) {
        (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
        (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
        (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
        (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
    }

    init(_ matrix: Matrix4) {
        self.init(
            m11: matrix.r0.x, m12: matrix.r0.y, m13: matrix.r0.z, m14: matrix.r0.w,
            m21: matrix.r1.x, m22: matrix.r1.y, m23: matrix.r1.z, m24: matrix.r1.w,
            m31: matrix.r2.x, m32: matrix.r2.y, m33: matrix.r2.z, m34: matrix.r2.w,
            m41: matrix.r3.x, m42: matrix.r3.y, m43: matrix.r3.z, m44: matrix.r3.w)
    }
}
