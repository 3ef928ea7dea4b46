internal import Foundation
internal import MainspringFoundation
internal import MainspringGraphics

/// What kind of value a property has, and so how two of them are blended.
enum ValueKind: Hashable, Sendable {
    case number, point, size, rect, color, transform, path
    /// A list of numbers, as line dashes and the places of a gradient's colours.
    case numbers
    /// A list of colours.
    case colors
    /// Numbers that a value function takes: one, or three as a list, a point or a size.
    case input(CAValueFunction.Kind)
    /// Nothing lies between two values: pictures, names, truth values.
    case step

    /// The kind of a value of which nothing else is known; nil for what has none.
    init?(of any: Any) {
        switch any {
        case is CGPoint: self = .point
        case is CGSize: self = .size
        case is CGRect: self = .rect
        case is CATransform3D, is CGAffineTransform: self = .transform
        case is CGColor: self = .color
        case is CGPath: self = .path
        case is Bool: self = .step
        default:
            guard Self.number(any) != nil else { return nil }
            self = .number
        }
    }

    /// A loosely typed value in this kind's form; nil if it is of another.
    ///
    /// Numbers may be `NSNumber` or any of Swift's, structures themselves or an `NSValue`.
    func value(of any: Any) -> AnimatedValue? {
        switch self {
        case .number, .point, .size: vector(of: any).map { .vector($0) }
        case .rect: (any as? CGRect).map { .vector(SIMD4($0)) }
        case .color: (any as? CGColor).map { .vector($0.premultipliedSRGB) }
        case .transform:
            (any as? CATransform3D).map { .transform(Matrix4($0)) }
                ?? (any as? CGAffineTransform).map { .transform(Matrix4(CATransform3DMakeAffineTransform($0))) }
        case .path: (any as? CGPath).map { .path($0.copy() ?? $0) }
        case .numbers: Self.list(any) { Self.number($0).map { SIMD4($0, 0, 0, 0) } }.map { .vectors($0) }
        case .colors: Self.list(any) { ($0 as? CGColor)?.premultipliedSRGB }.map { .vectors($0) }
        case .input(let function): Self.input(any, count: function.inputCount).map { .vector($0) }
        case .step: .step(SteppedValue(value: any is NSNull ? nil : any))
        }
    }

    /// A number, a point or a size as a vector; nil for what is none, and for other kinds.
    func vector(of any: Any) -> SIMD4<Double>? {
        switch self {
        case .number: Self.number(any).map { SIMD4($0, 0, 0, 0) }
        case .point: (any as? CGPoint).map { SIMD4($0.x, $0.y, 0, 0) }
        case .size:
            (any as? CGSize).map { SIMD4($0.width, $0.height, 0, 0) }
                // A way is given as a point too, as that of a translation.
                ?? (any as? CGPoint).map { SIMD4($0.x, $0.y, 0, 0) }
        default: nil
        }
    }

    /// The value in the form in which a property takes it.
    func any(_ value: AnimatedValue) -> Any? {
        switch (self, value) {
        case (.number, .vector(let v)): CGFloat(v.x)
        case (.point, .vector(let v)): CGPoint(x: v.x, y: v.y)
        case (.size, .vector(let v)): CGSize(width: v.x, height: v.y)
        case (.rect, .vector(let v)): CGRect(v)
        case (.color, .vector(let v)): CGColor(premultipliedSRGB: v)
        case (_, .transform(let matrix)): CATransform3D(matrix)
        case (.path, .path(let path)): path
        case (.numbers, .vectors(let list)): list.map { NSNumber(value: $0.x) }
        case (.colors, .vectors(let list)): list.map { CGColor(premultipliedSRGB: $0) }
        case (.step, .step(let stepped)): stepped.value
        default: nil
        }
    }

    /// The value that adds nothing; nil where values cannot be added.
    var zero: AnimatedValue? {
        switch self {
        case .number, .point, .size, .rect, .color, .input: .vector(.zero)
        case .transform: .transform(.identity)
        case .path, .numbers, .colors, .step: nil
        }
    }

    private static func number(_ any: Any) -> Double? {
        plainNumber(any) ?? Double.fromKeyValue(any)
    }

    /// A number of the types that are nearly always given; to ask which it is costs a tenth of a cast.
    private static func plainNumber<Value>(_ value: Value) -> Double? {
        func load<Number>(_: Number.Type) -> Number {
            // Unsafe: the value is of that type, as has been asked.
            withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: Number.self) }
        }
        if Value.self == Double.self { return load(Double.self) }
        if Value.self == Int.self { return Double(load(Int.self)) }
        if Value.self == CGFloat.self { return Double(load(CGFloat.self)) }
        return nil
    }

    private static func list(_ any: Any, _ element: (Any) -> SIMD4<Double>?) -> [SIMD4<Double>]? {
        guard let array = any as? [Any] else { return nil }
        let elements = array.compactMap(element)
        return elements.count == array.count ? elements : nil
    }

    private static func input(_ any: Any, count: Int) -> SIMD4<Double>? {
        if let number = number(any) { return SIMD4(number, count > 1 ? number : 0, count > 1 ? number : 0, 0) }
        if let size = any as? CGSize { return SIMD4(size.width, size.height, 0, 0) }
        if let point = any as? CGPoint { return SIMD4(point.x, point.y, 0, 0) }
        guard let array = any as? [Any], array.count >= count else { return nil }
        var result = SIMD4<Double>.zero
        for index in 0..<count {
            guard let number = number(array[index]) else { return nil }
            result[index] = number
        }
        return result
    }
}
