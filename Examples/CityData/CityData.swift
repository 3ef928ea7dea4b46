internal import Foundation

/// The cities and countries of the world that the examples work with: from GeoNames (geonames.org), Creative Commons
/// Attribution 4.0.
public enum CityData {
    /// All countries, by their codes.
    /// - Throws: what is wrong with the file.
    public static func countries() throws -> [CountryRecord] {
        try records(in: file("countries.tsv"), limit: .max) { line, number throws(CityDataError) in
            try CountryRecord(line, number: number)
        }
    }

    /// The cities, by their numbers.
    /// - Parameter limit: How many at most: the first of the file.
    /// - Throws: what is wrong with the file.
    public static func cities(limit: Int = .max) throws -> [CityRecord] {
        try records(in: file("cities.tsv.gz"), limit: limit) { line, number throws(CityDataError) in
            try CityRecord(line, number: number)
        }
    }

    /// Where a file lies.
    static func file(_ name: String) -> URL { Bundle.module.resourceURL!.appendingPathComponent("Data/\(name)") }

    /// The records of a file, whose first line names the columns.
    static func records<Record>(
        in file: URL, limit: Int, _ make: (String, Int) throws(CityDataError) -> Record
    ) throws(CityDataError) -> [Record] {
        let lines = try GzipLines(path: file.path)
        var records: [Record] = []
        _ = lines.next()
        while records.count < limit, let line = lines.next() { records.append(try make(line, records.count + 2)) }
        if let failure = lines.failure { throw failure }
        return records
    }
}
