/// A city as the file has it.
public struct CityRecord: Sendable, Hashable {
    /// GeoNames' number.
    public let geonameID: Int64
    /// In the script of the place, or in English.
    public let name: String
    /// ISO 3166 alpha-2.
    public let country: String
    /// The first level of administration, by its code.
    public let region: String
    /// In degrees, north above 0.
    public let latitude: Double
    /// In degrees, east above 0.
    public let longitude: Double
    /// How many people live there.
    public let population: Int64
    /// As in the time zone database.
    public let timeZone: String

    init(_ line: String, number: Int) throws(CityDataError) {
        let row = try TableRow(line, number: number, columnCount: 8)
        geonameID = try row.number(0)
        (name, country, region) = (row[1], row[2], row[3])
        latitude = try row.number(4)
        longitude = try row.number(5)
        population = try row.number(6)
        timeZone = row[7]
    }
}
