public import Foundation

/// A transform of space by a matrix of 4 by 4, for points written as rows: `(x, y, z, 1) * matrix`.
///
/// `m41`, `m42`, `m43` move; `m34` is the perspective, minus one over the viewer's distance.
public struct CATransform3D: Hashable, Sendable {
    /// How much x counts in the new x.
    public var m11: CGFloat
    /// How much x counts in the new y.
    public var m12: CGFloat
    /// How much x counts in the new z.
    public var m13: CGFloat
    /// How much x counts in what all is divided by: perspective.
    public var m14: CGFloat
    /// How much y counts in the new x.
    public var m21: CGFloat
    /// How much y counts in the new y.
    public var m22: CGFloat
    /// How much y counts in the new z.
    public var m23: CGFloat
    /// How much y counts in what all is divided by: perspective.
    public var m24: CGFloat
    /// How much z counts in the new x.
    public var m31: CGFloat
    /// How much z counts in the new y.
    public var m32: CGFloat
    /// How much z counts in the new z.
    public var m33: CGFloat
    /// How much z counts in what all is divided by: perspective. Minus one over the viewer's distance.
    public var m34: CGFloat
    /// How far x is moved.
    public var m41: CGFloat
    /// How far y is moved.
    public var m42: CGFloat
    /// How far z is moved.
    public var m43: CGFloat
    /// The one by which all is divided; 1 unless points are made larger or smaller as a whole.
    public var m44: CGFloat

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
