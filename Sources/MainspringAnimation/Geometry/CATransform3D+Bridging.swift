public import Foundation

// As Apple's platforms bridge it: what is written with NSValue for them works, and a value that was read by its key may
// be taken as one.

extension NSValue {
    /// An object that holds a transform.
    public convenience init(caTransform3D t: CATransform3D) {
        let elements = t.elements
        self.init(bytes: elements, objCType: CATransform3D.encoding)
    }

    /// The transform in the object; the matrix of zeros if it holds something else.
    public var caTransform3DValue: CATransform3D {
        guard String(cString: objCType) == CATransform3D.encoding else { return CATransform3D() }
        var elements = CATransform3D().elements
        elements.withUnsafeMutableBytes { bytes in
            // The address is there: there are sixteen elements.
            if let address = bytes.baseAddress { getValue(address) }
        }
        return CATransform3D(elements)
    }
}

extension CATransform3D: _ObjectiveCBridgeable {
    /// The class whose objects hold transforms, as on Apple's platforms.
    public typealias _ObjectiveCType = NSValue

    /// The transform in an object.
    public func _bridgeToObjectiveC() -> NSValue { NSValue(caTransform3D: self) }

    /// Takes the transform out of an object, for `as!`.
    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CATransform3D?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// Takes the transform out of an object, for `as?`; fails if the object holds something else.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CATransform3D?) -> Bool {
        guard String(cString: source.objCType) == encoding else { return false }
        result = source.caTransform3DValue
        return true
    }

    /// Takes the transform out of an object; the matrix of zeros without one.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CATransform3D {
        source?.caTransform3DValue ?? CATransform3D()
    }
}

extension CATransform3D {
    /// Sixteen numbers: Foundation on Linux takes no encodings of structures.
    fileprivate static let encoding = "[16d]"

    /// Row by row.
    fileprivate var elements: [Double] {
        let matrix = Matrix4(self)
        return [matrix.r0, matrix.r1, matrix.r2, matrix.r3].flatMap { [$0.x, $0.y, $0.z, $0.w] }
    }

    /// By sixteen elements, row by row.
    fileprivate init(_ elements: [Double]) {
        func row(_ index: Int) -> SIMD4<Double> {
            SIMD4(elements[4 * index], elements[4 * index + 1], elements[4 * index + 2], elements[4 * index + 3])
        }
        self.init(Matrix4(row(0), row(1), row(2), row(3)))
    }
}
