/// What reads and sets a value of an object of a certain class, which nothing checks.
struct ObjectAccess<Value> {
    let read: (AnyObject) -> Value
    let write: ((AnyObject, Value) -> Void)?
}
