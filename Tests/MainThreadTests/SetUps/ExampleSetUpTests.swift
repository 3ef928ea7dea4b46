import CityData
import CoreData
import XCTest

@testable import FourSetUps

/// The example's set-ups, on the process's initial thread and a few hundred rows.
final class ExampleSetUpTests: XCTestCase {
    func test_everySetUpBringsAllRowsToTheStoreAndToTheScreen() throws {
        let model = try XCTUnwrap(NSManagedObjectModel.mergedModel(from: [FourSetUps.bundle]))
        let cities = CityImport(
            countries: try CityData.countries(), cities: try CityData.cities(limit: 1000), batchSize: 300)
        let large = cities.cities.filter { $0.population >= Screen.leastPopulation }
        XCTAssertGreaterThan(large.count, 0)
        for kind in SetUpKind.allCases {
            let taken = Taken()
            MainLoopRun.untilDone { done in
                Task { @MainActor in
                    taken.result = await Result { try await ImportMeasurement.take(kind, cities, model) }
                    done()
                }
            }
            let measurement = try XCTUnwrap(taken.result, kind.rawValue).get()
            XCTAssertEqual(measurement.rows, 1000, kind.rawValue)
            XCTAssertNil(measurement.mistake, kind.rawValue)
            XCTAssertEqual(
                measurement.screen,
                "\(large.count) large cities in \(Set(large.map(\.country)).count) countries", kind.rawValue)
            XCTAssertGreaterThan(measurement.frames.due, 0, kind.rawValue)
            XCTAssertGreaterThanOrEqual(measurement.longestStop, measurement.longestCallOut, kind.rawValue)
        }
    }

    /// A measurement, when it was taken.
    private final class Taken: @unchecked Sendable {
        // `@unchecked Sendable`: the main thread's alone.

        var result: Result<ImportMeasurement, any Error>?
    }
}

extension Result where Failure == any Error {
    /// What an async closure returns, or throws.
    @MainActor fileprivate init(_ body: @MainActor () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
