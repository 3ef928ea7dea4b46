internal import Foundation

/// A part of a transform that key paths reach, such as `rotation.z`.
///
/// A transform counts as enlarged, turned about x, y and z in this order, and moved; shears and perspective are left
/// alone when a part is set. The order is ours: Apple's documentation names the parts and not how they are found.
enum TransformMember: String, CaseIterable, Sendable {
    case rotationX = "rotation.x"
    case rotationY = "rotation.y"
    case rotationZ = "rotation.z"
    /// The same as that about z.
    case rotation
    case scaleX = "scale.x"
    case scaleY = "scale.y"
    case scaleZ = "scale.z"
    /// The mean of the three; sets all of them.
    case scale
    case translationX = "translation.x"
    case translationY = "translation.y"
    case translationZ = "translation.z"

    /// Reads the part.
    func value(in matrix: Matrix4) -> Double {
        switch self {
        case .translationX: return matrix.r3.x
        case .translationY: return matrix.r3.y
        case .translationZ: return matrix.r3.z
        default: break
        }
        let parts = TransformParts(matrix)
        switch self {
        case .rotationX: return parts.angles.x
        case .rotationY: return parts.angles.y
        case .rotationZ, .rotation: return parts.angles.z
        case .scaleX: return parts.scale.x
        case .scaleY: return parts.scale.y
        case .scaleZ: return parts.scale.z
        default: return parts.scale.sum() / 3
        }
    }

    /// The transform with the part set; itself where the value is no number.
    func setting(_ value: Double, in matrix: Matrix4) -> Matrix4 {
        guard value.isFinite else { return matrix }
        var matrix = matrix
        switch self {
        case .translationX: matrix.r3.x = value
        case .translationY: matrix.r3.y = value
        case .translationZ: matrix.r3.z = value
        default:
            var parts = TransformParts(matrix)
            switch self {
            case .rotationX: parts.angles.x = value
            case .rotationY: parts.angles.y = value
            case .rotationZ, .rotation: parts.angles.z = value
            case .scaleX: parts.scale.x = value
            case .scaleY: parts.scale.y = value
            case .scaleZ: parts.scale.z = value
            default: parts.scale = SIMD3(repeating: value)
            }
            parts.apply(to: &matrix)
        }
        return matrix
    }
}
