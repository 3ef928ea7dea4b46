/// The object that a value is, whose dynamic type must be a class.
///
/// `as AnyObject` would first ask whether the value is bridged to an object: half of the time that a key costs.
func objectReference(_ value: Any) -> AnyObject {
    func reference<Object>(_ value: Object) -> AnyObject {
        // A reference to an object of a class is one word, whatever its class; anything else takes the safe way.
        Object.self is AnyClass ? unsafeBitCast(value, to: AnyObject.self) : value as AnyObject
    }
    return reference(value)
}
