public import Foundation

/// Makes a transform of the numbers that a property animation gives.
///
/// So a rotation by more than half a turn goes all the way, which one between two transforms cannot. Immutable.
open class CAValueFunction: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`: constant; a subclass has to be so too.

    /// Which function it is.
    public let name: CAValueFunctionName
    /// What it does.
    let kind: Kind

    /// The function of a name; nil if there is none of that name.
    public init?(name: CAValueFunctionName) {
        guard let kind = Kind(rawValue: name.rawValue) else { return nil }
        self.name = name
        self.kind = kind
        super.init()
    }

    /// What a value function does to how many numbers.
    enum Kind: String, Sendable {
        case rotateX, rotateY, rotateZ, scale, scaleX, scaleY, scaleZ, translate, translateX, translateY, translateZ

        /// How many numbers it takes.
        var inputCount: Int { self == .scale || self == .translate ? 3 : 1 }

        /// The transform; of a single number it is x.
        func transform(_ input: SIMD4<Double>) -> Matrix4 {
            switch self {
            case .rotateX: .rotation(input.x, about: SIMD3(1, 0, 0))
            case .rotateY: .rotation(input.x, about: SIMD3(0, 1, 0))
            case .rotateZ: .rotation(input.x, about: SIMD3(0, 0, 1))
            case .scale: .scale(input.x, input.y, input.z)
            case .scaleX: .scale(input.x, 1, 1)
            case .scaleY: .scale(1, input.x, 1)
            case .scaleZ: .scale(1, 1, input.x)
            case .translate: .translation(input.x, input.y, input.z)
            case .translateX: .translation(input.x, 0, 0)
            case .translateY: .translation(0, input.x, 0)
            case .translateZ: .translation(0, 0, input.x)
            }
        }
    }
}
