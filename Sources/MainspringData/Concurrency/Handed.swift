/// A value on its way from one thread to another.
struct Handed<Value>: @unchecked Sendable {
    // `@unchecked Sendable`: who hands it over does not use it until the other side is done; a block runs on its queue
    // only, and what it captures is the caller's business, as with Apple's signature.

    let value: Value

    init(_ value: Value) { self.value = value }
}
