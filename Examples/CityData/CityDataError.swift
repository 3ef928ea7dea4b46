/// What is wrong with a file of cities or countries, as a sentence.
public struct CityDataError: Error, Hashable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}
