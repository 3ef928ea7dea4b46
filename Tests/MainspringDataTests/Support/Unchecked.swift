/// What tests give to tasks that use only what any thread may.
struct Unchecked<Value>: @unchecked Sendable {
    // `@unchecked Sendable`: the test sees to it.
    let value: Value
    init(_ value: Value) { self.value = value }
}
