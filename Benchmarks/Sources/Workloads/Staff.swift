/// What the employees of the areas `graph` and `contexts` are like: the same in every program.
public struct EmployeeValues: Sendable {
    public let name: String
    public let age: Int32
    public let salary: Double
    public let isActive: Bool
    /// Seconds since the reference date.
    public let hired: Double

    /// The employee with a number.
    public init(_ number: Int) {
        // Fifteen bytes at most, which Swift keeps in the value itself; no two neighbours are alike.
        name = "Name \(number &* 7919 % 1_000_003)"
        age = Int32(number % 60)
        salary = Double(number % 1_000) * 1.5
        isActive = number % 2 == 0
        hired = Double(number)
    }

    /// So many, made before anything is measured.
    public static func make(_ count: Int) -> [EmployeeValues] { (0..<count).map(EmployeeValues.init) }

    /// How many objects the cases with 100k in their names have.
    public static let count = 100_000
    /// How many employees a department has where there are several.
    public static let departmentSize = 1_000
}
