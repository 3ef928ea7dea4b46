/// A country as the file has it.
public struct CountryRecord: Sendable, Hashable {
    /// ISO 3166 alpha-2.
    public let iso: String
    /// ISO 3166 alpha-3.
    public let iso3: String
    /// In English.
    public let name: String
    /// In English; empty where there is none.
    public let capital: String
    /// Two letters.
    public let continent: String
    /// In square kilometres.
    public let area: Double
    /// How many people live there.
    public let population: Int64
    /// ISO 4217.
    public let currency: String
    /// The countries at its borders, by ``iso``.
    public let neighbours: [String]

    init(_ line: String, number: Int) throws(CityDataError) {
        let row = try TableRow(line, number: number, columnCount: 9)
        (iso, iso3, name, capital, continent) = (row[0], row[1], row[2], row[3], row[4])
        area = try row.number(5)
        population = try row.number(6)
        currency = row[7]
        neighbours = row[8].split(separator: ",").map(String.init)
    }
}
