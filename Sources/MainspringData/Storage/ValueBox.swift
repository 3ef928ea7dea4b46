/// A value that is kept by reference, because its type is the program's or too large for a place.
final class ValueBox {
    let value: Any

    init(_ value: Any) { self.value = value }
}
