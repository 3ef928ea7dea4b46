public import Foundation

/// The parts of a transform that key paths name, as the compiler knows them: `\.transform.rotation.z`.
extension CATransform3D {
    /// Ours: a number for each axis.
    public struct Parts: Hashable, Sendable {
        /// The number for the horizontal axis.
        public var x: CGFloat
        /// The number for the vertical axis.
        public var y: CGFloat
        /// The number for the axis towards the viewer.
        public var z: CGFloat

        /// A number for each axis.
        public init(x: CGFloat, y: CGFloat, z: CGFloat) {
            self.x = x
            self.y = y
            self.z = z
        }
    }

    /// Ours: the angles about the axes, in radians; the same as the key paths `rotation.x` and so on.
    public var rotation: Parts {
        get { parts(.rotationX, .rotationY, .rotationZ) }
        set { set(newValue, .rotationX, .rotationY, .rotationZ) }
    }

    /// Ours: how much larger along each axis; the same as the key paths `scale.x` and so on.
    public var scale: Parts {
        get { parts(.scaleX, .scaleY, .scaleZ) }
        set { set(newValue, .scaleX, .scaleY, .scaleZ) }
    }

    /// Ours: how far along each axis; the same as the key paths `translation.x` and so on.
    public var translation: Parts {
        get { parts(.translationX, .translationY, .translationZ) }
        set { set(newValue, .translationX, .translationY, .translationZ) }
    }

    private func parts(_ x: TransformMember, _ y: TransformMember, _ z: TransformMember) -> Parts {
        let matrix = Matrix4(self)
        return Parts(x: x.value(in: matrix), y: y.value(in: matrix), z: z.value(in: matrix))
    }

    private mutating func set(_ parts: Parts, _ x: TransformMember, _ y: TransformMember, _ z: TransformMember) {
        var matrix = Matrix4(self)
        for (member, value) in [(x, parts.x), (y, parts.y), (z, parts.z)] where member.value(in: matrix) != value {
            matrix = member.setting(value, in: matrix)
        }
        self = CATransform3D(matrix)
    }
}
