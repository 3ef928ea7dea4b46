/// What is not as it should be.
package struct Broken: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

/// Throws ``Broken`` unless a condition holds.
package func require(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
    guard condition else { throw Broken(description: sentence()) }
}
