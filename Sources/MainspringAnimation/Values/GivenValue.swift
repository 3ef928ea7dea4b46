internal import Foundation

/// A loosely typed value as it was given to an animation.
///
/// The types that nearly all animations are of stand for themselves: an `Any` is asked, copied and destroyed by way of
/// its type's tables, some hundred instructions each time, and an animation is copied whenever it is added.
enum GivenValue {
    case integer(Int)
    case double(Double)
    case float(CGFloat)
    case point(CGPoint)
    case size(CGSize)
    indirect case other(Any)

    init(_ any: Any) { self = Self.plain(any) ?? .other(any) }

    /// The value as it was given.
    var any: Any {
        switch self {
        case .integer(let number): number
        case .double(let number): number
        case .float(let number): number
        case .point(let point): point
        case .size(let size): size
        case .other(let any): any
        }
    }

    /// What ``ValueKind/vector(of:)`` makes of the value.
    func vector(as kind: ValueKind) -> SIMD4<Double>? {
        switch (kind, self) {
        case (.number, .integer(let number)): SIMD4(Double(number), 0, 0, 0)
        case (.number, .double(let number)): SIMD4(number, 0, 0, 0)
        case (.number, .float(let number)): SIMD4(Double(number), 0, 0, 0)
        case (.point, .point(let point)), (.size, .point(let point)): SIMD4(point.x, point.y, 0, 0)
        case (.size, .size(let size)): SIMD4(size.width, size.height, 0, 0)
        default: kind.vector(of: any)
        }
    }

    /// By asking which type it is, which costs a tenth of a cast.
    private static func plain<Value>(_ value: Value) -> GivenValue? {
        func load<Plain>(_: Plain.Type) -> Plain {
            // Unsafe: the value is of that type, as has been asked.
            withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: Plain.self) }
        }
        if Value.self == Double.self { return .double(load(Double.self)) }
        if Value.self == Int.self { return .integer(load(Int.self)) }
        if Value.self == CGFloat.self { return .float(load(CGFloat.self)) }
        if Value.self == CGPoint.self { return .point(load(CGPoint.self)) }
        if Value.self == CGSize.self { return .size(load(CGSize.self)) }
        return nil
    }
}
