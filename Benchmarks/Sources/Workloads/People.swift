internal import Measure

/// What the people of the area `graph` are like: the same in every program.
public struct PersonValues: Sendable {
    public let name: String
    public let age: Int
    public let height: Double

    /// The first so many people.
    public static func make(_ count: Int) -> [PersonValues] {
        var random: UInt64 = 1
        return (0..<count).map { _ in
            PersonValues(
                name: "Person number \(measure_random(&random) % 10_000)", age: Int(measure_random(&random) % 100),
                height: Double(measure_random(&random) % 2_000) / 1_000)
        }
    }

    /// Whether filter-100k keeps the person.
    public var isKept: Bool { age >= 10 && height < 1.9 && name.hasPrefix("Person number 9") }

    /// How many people there are.
    public static let count = 100_000
}
