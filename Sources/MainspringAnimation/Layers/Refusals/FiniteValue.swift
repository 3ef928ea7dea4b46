internal import Foundation

/// A value made of numbers, any of which may be infinite or none at all.
protocol FiniteValue: Equatable {
    /// Whether each of them is a number, and not infinite.
    var isFinite: Bool { get }
}

extension Double: FiniteValue {}
extension Float: FiniteValue {}
extension CGFloat: FiniteValue {}

extension CGPoint: FiniteValue {
    var isFinite: Bool { x.isFinite && y.isFinite }
}

extension CGSize: FiniteValue {
    var isFinite: Bool { width.isFinite && height.isFinite }
}

extension CGRect: FiniteValue {
    var isFinite: Bool { origin.isFinite && size.isFinite }
}

extension SIMD4<Double> {
    /// Whether each is a number, and not infinite: for these alone the difference to itself is 0.
    var isFinite: Bool { self - self == .zero }
}

extension Matrix4: FiniteValue {}

extension CATransform3D: FiniteValue {
    var isFinite: Bool { Matrix4(self).isFinite }
}

extension AnimatedValue {
    /// Whether all numbers that it is made of are finite.
    var isFinite: Bool {
        switch self {
        case .vector(let vector): vector.isFinite
        case .vectors(let vectors): vectors.allSatisfy { $0.isFinite }
        case .transform(let matrix): matrix.isFinite
        case .path, .step: true
        }
    }
}
