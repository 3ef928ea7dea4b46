import Foundation
import Testing

@testable import CityData

/// The files of cities and countries, and files that are broken.
@Suite struct CityDataTests {
    /// A file with some bytes that is there as long as a closure runs.
    private func withFile<Result>(_ bytes: Data, _ body: (URL) throws -> Result) throws -> Result {
        let file = URL(fileURLWithPath: NSTemporaryDirectory() + "mainspring-cities-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try bytes.write(to: file)
        return try body(file)
    }

    private func lines(_ text: String) throws -> [String] {
        try withFile(Data(text.utf8)) { Array(try GzipLines(path: $0.path)) }
    }

    @Test func `all cities are there, each in a country that is there`() throws {
        let (countries, cities) = (try CityData.countries(), try CityData.cities())
        #expect(countries.count == 252)
        #expect(cities.count == 170_391)
        let known = Set(countries.map(\.iso))
        #expect(known.count == 252)
        #expect(cities.allSatisfy { known.contains($0.country) })
        #expect(Set(cities.map(\.geonameID)).count == cities.count)
        #expect(cities.allSatisfy { abs($0.latitude) <= 90 && abs($0.longitude) <= 180 })
        let berlin = try #require(cities.first { $0.name == "Berlin" && $0.country == "DE" })
        #expect(berlin.timeZone == "Europe/Berlin" && berlin.population > 3_000_000)
        let germany = try #require(countries.first { $0.iso == "DE" })
        #expect(germany.neighbours.count == 9 && germany.capital == "Berlin" && germany.continent == "EU")
    }

    @Test func `so many are read as were asked for`() throws {
        #expect(try CityData.cities(limit: 3).map(\.geonameID) == CityData.cities().prefix(3).map(\.geonameID))
    }

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("\n\nb\n", ["", "", "b"]),
    ])
    func `lines end with a line feed, the last one with or without`(text: String, expected: [String]) throws {
        #expect(try lines(text) == expected)
    }

    @Test func `a line may be longer than what is unpacked at once, and lines may lie across that`() throws {
        let long = String(repeating: "é", count: 100_000)
        #expect(try lines("a\n\(long)\nb\n\(long)") == ["a", long, "b", long])
    }

    @Test func `a packed file that is cut off is told`() throws {
        let whole = try Data(contentsOf: CityData.file("cities.tsv.gz"))
        #expect(throws: CityDataError.self) {
            try withFile(whole.prefix(100_000)) { file in
                try CityData.records(in: file, limit: .max) { line, _ throws(CityDataError) in line }
            }
        }
    }

    @Test func `a file that is not there is told with its path`() {
        let error = #expect(throws: CityDataError.self) { try GzipLines(path: "/nowhere/cities.tsv.gz") }
        #expect(error?.description == "/nowhere/cities.tsv.gz cannot be opened: No such file or directory.")
    }

    @Test(arguments: [
        ("12\tA\tIR\t15\t32.0\t48.8\t1266", "Line 2 has 7 columns and not 8: “12\tA\tIR\t15\t32.0\t48.8\t1266”."),
        ("12\tA\tIR\t15\tx\t48.8\t1266\tZ", "Column 5 of line 2 is no number: “12\tA\tIR\t15\tx\t48.8\t1266\tZ”."),
    ])
    func `a line that is wrong is told with its number`(line: String, sentence: String) throws {
        let error = #expect(throws: CityDataError.self) { try CityRecord(line, number: 2) }
        #expect(error?.description == sentence)
    }
}
