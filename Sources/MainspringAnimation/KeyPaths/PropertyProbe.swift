internal import Foundation
internal import Mainspring
internal import MainspringGraphics

/// Finds the property that a key path of a subclass leads to: while the path is read, the accessor of each property
/// that a class has named gives a value that nothing else has. So a property that is computed of another one is not
/// taken for it.
final class PropertyProbe {
    private final class Place {
        var probe: PropertyProbe?
    }
    private static let slot = ThreadSlot()

    /// The probe that is reading on the calling thread.
    static var current: PropertyProbe? { place?.probe }

    /// Put there by `makePlace`, and by nobody else; the slot keeps it until the thread ends.
    private static var place: Place? { slot.object.map { Unmanaged<Place>.fromOpaque($0).takeUnretainedValue() } }

    private static func makePlace() -> Place {
        let made = Place()
        slot.put(made)
        return made
    }

    private var read: [AnimatableProperty] = []

    /// What the accessor of a property is to give; nil for its own value.
    func read<Value>(_ property: AnimatableProperty, as type: Value.Type) -> Value? {
        read.append(property)
        guard let mark = property.kind.mark, let any = property.kind.any(mark) else { return nil }
        if let number = any as? CGFloat {
            return number as? Value ?? Double(number) as? Value ?? Float(number) as? Value
        }
        return any as? Value
    }

    /// What key-value coding calls what a key path leads to.
    static func name<Layer: CALayer, Value>(
        of path: ReferenceWritableKeyPath<Layer, Value>, in layer: Layer
    ) -> String? {
        let probe = PropertyProbe()
        let place = place ?? makePlace()
        place.probe = probe
        let value = layer[keyPath: path]
        place.probe = nil
        if probe.read.isEmpty { return layer.nameOfMarked(path) }
        guard let property = probe.read.first, probe.read.count == 1 else { return nil }
        guard let mark = property.kind.mark else {
            let same = type(of: path as AnyKeyPath).valueType == type(of: property.path as AnyKeyPath).valueType
            return same ? property.key : nil
        }
        return Self.name(in: property.key, property.kind, mark, of: value)
    }

    /// What a value is that was read while a property had a mark: the property, or a member of it, or nothing of it.
    fileprivate static func name<Value>(
        in key: String, _ kind: ValueKind, _ mark: AnimatedValue, of value: Value
    ) -> String? {
        let given = ValueKind(ofType: Value.self)
        guard let found = given.value(of: value) else { return nil }
        for member in [nil] + kind.members.map(\.name) {
            guard let target = AnimationTarget(key: key, kind: kind, path: member), target.memberKind == given,
                target.member(of: mark).isNear(found)
            else { continue }
            return member.map { "\(key).\($0)" } ?? key
        }
        return nil
    }
}

extension CALayer {
    /// What a key path leads to that begins at a final class with a property of its own in the place of the layer's:
    /// such a key path is another one to Swift. It is read while each of the layer's properties has a value that no
    /// other one has.
    fileprivate func nameOfMarked<Layer: CALayer, Value>(_ path: ReferenceWritableKeyPath<Layer, Value>) -> String? {
        guard let layer = self as? Layer else { return nil }
        let former = values
        var marked = values
        let keys = LayerKey.allCases.filter { $0.kind?.zero != nil }
        for (index, key) in keys.enumerated() {
            // Odd, so that none is the double or the half of another one.
            let numbers = SIMD4<Double>(0, 2, 4, 6) + Double(1009 + 8 * index)
            let isTransform = key.kind == .transform
            let mark = numbers / 4096
            marked.set(isTransform ? .transform(.translation(mark.x, mark.y, mark.z)) : .vector(mark), of: key)
        }
        values = marked
        let value = layer[keyPath: path]
        values = former
        for key in keys {
            guard let kind = key.kind, let mark = marked.animatedValue(of: key),
                let name = PropertyProbe.name(in: key.rawValue, kind, mark, of: value)
            else { continue }
            return name
        }
        return nil
    }
}

extension AnimatedValue {
    fileprivate func isNear(_ other: AnimatedValue) -> Bool {
        self == other || still != nil && adding(other, times: -1) != self && adding(other, times: -1).magnitude < 1e-6
    }
}

extension ValueKind {
    /// A value of which no member is another one's; nil where there are no such values.
    fileprivate var mark: AnimatedValue? { rawMark.flatMap { any($0) }.flatMap { value(of: $0) } }

    private var rawMark: AnimatedValue? {
        switch self {
        case .number, .point, .size, .rect, .color, .input: .vector(SIMD4(0.140625, 0.28125, 0.421875, 0.703125))
        case .transform: .transform(.scale(1.25, 1.5, 1.75) * .translation(0.140625, 0.28125, 0.421875))
        case .path: .path(CGPath(rect: CGRect(x: 0.140625, y: 0.28125, width: 3, height: 5), transform: nil))
        case .numbers, .colors: .vectors([SIMD4(0.140625, 0.28125, 0.421875, 0.703125)])
        case .step: nil
        }
    }
}
