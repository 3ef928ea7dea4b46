import CityData
import CityStacks
import CoreData
import Dispatch
import Mainspring
import XCTest

@testable import FourStacks

/// The example's set-ups, on the process's initial thread and a few hundred rows.
final class ExampleSetUpTests: XCTestCase {
    func test_everySetUpBringsAllRowsToTheStoreAndToTheScreen() throws {
        let model = try CityModel.load()
        let cities = CityImport(
            countries: try CityData.countries(), cities: try CityData.cities(limit: 1000), batchSize: 300)
        let large = cities.cities.filter { $0.population >= Screen.leastPopulation }
        XCTAssertGreaterThan(large.count, 0)
        let both = SetUpKind.allCases.flatMap { kind in StoreKind.allCases.map { (kind, $0) } }
        for (kind, store) in both {
            // The budgets in turn: each kind with each.
            let budget: Duration? = store == .sqlite ? .milliseconds(4) : kind == .nested ? .microseconds(1) : nil
            let taken = Taken()
            runMainLoop { done in
                Task { @MainActor in
                    taken.result = await Result {
                        try await ImportMeasurement.take(kind, cities, model, into: store, budget: budget)
                    }
                    done()
                }
            }
            let measurement = try XCTUnwrap(taken.result, "\(kind), \(store)").get()
            XCTAssertEqual(measurement.setUp.rows, 1000, "\(kind), \(store)")
            XCTAssertNil(measurement.mistake, "\(kind), \(store)")
            XCTAssertEqual(
                measurement.screen,
                "\(large.count) large cities in \(Set(large.map(\.country)).count) countries", "\(kind), \(store)")
            XCTAssertGreaterThan(measurement.setUp.frames.due, 0, "\(kind), \(store)")
            XCTAssertGreaterThanOrEqual(
                measurement.setUp.frames.longestStop, measurement.setUp.frames.longestCallOut, "\(kind), \(store)")
        }
    }

    /// Runs the main loop until the closure's `done` is called; what is in the main queue then happens first.
    private func runMainLoop(_ body: (_ done: @escaping @Sendable () -> Void) -> Void) {
        body { DispatchQueue.main.async { CFRunLoopStop(CFRunLoopGetMain()) } }
        XCTAssertEqual(CFRunLoopRunInMode(.defaultMode, 60, false), .stopped, "it has not happened within a minute")
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
