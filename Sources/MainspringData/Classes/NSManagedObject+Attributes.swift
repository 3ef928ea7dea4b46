internal import MainspringFoundation
internal import MainspringModel

extension NSManagedObject {
    /// The value as an attribute holds it; an error that names the attribute, or the element of a composite one.
    final func convertedForAttribute(
        _ value: Any, _ attribute: NSAttributeDescription
    ) throws(KeyValueError) -> Any {
        do throws(AttributeMisfit) {
            return try AttributeConversion.convert(value, for: attribute)
        } catch {
            let owner = KeyValueError.owner(self)
            switch error {
            case .wrongValue(let key, let expected, let given):
                throw .wrongValue(key, owner: owner, expected: expected, given: given)
            case .unknownElement(let key): throw .undefinedKey(key, owner: owner)
            }
        }
    }
}
