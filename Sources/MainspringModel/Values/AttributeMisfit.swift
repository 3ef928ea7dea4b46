internal import Foundation
internal import MainspringFoundation

/// Why a value has no place in an attribute.
package enum AttributeMisfit: Error {
    /// The value, or one of a composite's elements by its path, is of another type.
    case wrongValue(key: String, expected: String, given: String)
    /// A composite has no such element.
    case unknownElement(key: String)
}

extension AttributeConversion {
    /// The value as objects hold it in an attribute: what its type says; for a composite one a dictionary with the values
    /// of its elements, those that are `NSNull` left out.
    package static func convert(
        _ value: Any, for attribute: NSAttributeDescription
    ) throws(AttributeMisfit) -> Any {
        try convert(value, for: attribute, key: attribute.name)
    }

    private static func convert(
        _ value: Any, for attribute: NSAttributeDescription, key: String
    ) throws(AttributeMisfit) -> Any {
        guard let composite = attribute as? NSCompositeAttributeDescription else {
            guard case .success(let converted) = convert(value, to: attribute.attributeType) else {
                throw .wrongValue(
                    key: key, expected: attribute.attributeType.words, given: KeyValueError.naming(value))
            }
            return converted
        }
        guard let dictionary = value as? [String: Any] else {
            throw .wrongValue(
                key: key, expected: "dictionary of the elements by their names", given: KeyValueError.naming(value))
        }
        var converted: [String: Any] = [:]
        for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) {
            guard let element = composite.elements.first(where: { $0.name == name }) else {
                throw .unknownElement(key: "\(key).\(name)")
            }
            if value is NSNull { continue }
            converted[name] = try convert(value, for: element, key: "\(key).\(name)")
        }
        return converted
    }
}
