public import Foundation

extension CGPoint {
    /// The coordinates by the names “X” and “Y”, as Apple's platforms write them into property lists.
    public var dictionaryRepresentation: CFDictionary { ["X": x.native, "Y": y.native] }

    /// Reads the coordinates “X” and “Y”; nil if one is missing or no number.
    public init?(dictionaryRepresentation dictionary: CFDictionary) {
        guard let x = number(dictionary["X"]), let y = number(dictionary["Y"]) else { return nil }
        self.init(x: x, y: y)
    }
}

extension CGSize {
    /// The lengths by the names “Width” and “Height”, as Apple's platforms write them into property lists.
    public var dictionaryRepresentation: CFDictionary { ["Width": width.native, "Height": height.native] }

    /// Reads the lengths “Width” and “Height”; nil if one is missing or no number.
    public init?(dictionaryRepresentation dictionary: CFDictionary) {
        guard let width = number(dictionary["Width"]), let height = number(dictionary["Height"]) else { return nil }
        self.init(width: width, height: height)
    }
}

extension CGRect {
    /// Origin and size by the names “X”, “Y”, “Width” and “Height”, as Apple's platforms write them into property
    /// lists.
    public var dictionaryRepresentation: CFDictionary {
        origin.dictionaryRepresentation.merging(size.dictionaryRepresentation) { first, _ in first }
    }

    /// Reads “X”, “Y”, “Width” and “Height”; nil if one is missing or no number.
    public init?(dictionaryRepresentation dictionary: CFDictionary) {
        guard let origin = CGPoint(dictionaryRepresentation: dictionary),
            let size = CGSize(dictionaryRepresentation: dictionary)
        else { return nil }
        self.init(origin: origin, size: size)
    }
}

/// A number of any type that a property list or Swift code gives; nil for anything else.
private func number(_ value: Any?) -> CGFloat? {
    switch value {
    case let value as CGFloat: value
    case let value as Double: CGFloat(value)
    case let value as Float: CGFloat(value)
    case let value as Int: CGFloat(value)
    case let value as NSNumber: CGFloat(value.doubleValue)
    default: nil
    }
}
