import CityData
import CityStacks
import CoreData
import Foundation
import Mainspring
import XCTest

@testable import Atlas

/// What a search lists; XCTest's tests are on the main thread, and so is the main loop.
final class CitySearchTests: XCTestCase {
    /// What a list has after searches.
    private struct Outcome: Sendable {
        var (listed, found) = (0, 0)
        var populations: [Int64] = []
        var complaint: String?
    }

    func test_aSearchTellsHowManyThereAreAndListsTheLargest() throws {
        let outcome = try Self.outcome(of: ["e"])
        XCTAssertNil(outcome.complaint)
        XCTAssertEqual(outcome.listed, CitySearch.most)
        let all = try CityData.cities(limit: Self.rows).filter { Self.contains($0.name) }.map(\.population)
        XCTAssertGreaterThan(all.count, CitySearch.most)
        XCTAssertEqual(outcome.found, all.count)
        XCTAssertEqual(outcome.populations.sorted(by: >), Array(all.sorted(by: >).prefix(CitySearch.most)))
    }

    func test_ofSearchesThatFollowEachOtherTheLastOneIsListed() throws {
        let outcome = try Self.outcome(of: ["a", "an", "population > 1000000"])
        let all = try CityData.cities(limit: Self.rows).map(\.population).filter { $0 > 1_000_000 }
        XCTAssertFalse(all.isEmpty)
        XCTAssertEqual(outcome.populations.sorted(by: >), all.sorted(by: >))
        XCTAssertEqual(outcome.found, all.count)
    }

    func test_withoutASearchTheLargeOnesAreListedAgain() throws {
        let outcome = try Self.outcome(of: ["population > 1000000", "an", ""])
        let all = try CityData.cities(limit: Self.rows).map(\.population).filter { $0 >= CountryList.leastPopulation }
        XCTAssertEqual(outcome.populations.sorted(by: >), all.sorted(by: >))
        XCTAssertEqual(outcome.found, all.count)
    }

    func test_aSearchThatCannotBeReadOrAskedForIsToldInASentenceAndTheListStays() throws {
        for search in ["population >", "noSuchThing > 5", "SUBQUERY(country, $x, $x = 1) > 2"] {
            let outcome = try Self.outcome(of: ["population > 1000000", search])
            let complaint = try XCTUnwrap(outcome.complaint, search)
            XCTAssertTrue(complaint.contains(" ") && complaint.hasSuffix("."), complaint)
            XCTAssertTrue(outcome.populations.allSatisfy { $0 > 1_000_000 } && outcome.listed > 0, search)
        }
    }

    private static let rows = 4_000

    private static func contains(_ name: String) -> Bool {
        name.range(of: "e", options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }

    /// Each search begins before the one before is over, but for the first.
    private static func outcome(of searches: [String]) throws -> Outcome {
        let outcome = Answer()
        try MainActor.assumeIsolated {
            let store = try AtlasStore()
            defer { store.remove() }
            let context = store.container.viewContext
            // What comes later is listed, too.
            let list = try CountryList(context)
            let cities = CityImport(
                countries: try CityData.countries(), cities: try CityData.cities(limit: rows), batchSize: rows)
            let identities = try cities.insertCountries(into: context)
            try context.save()
            for batch in cities.batches { try cities.insert(batch, identities, into: context) }
            try context.save()
            Task { @MainActor in
                for (index, search) in searches.enumerated() {
                    list.search(search)
                    if index == 0 { await list.searchEnd() }
                }
                await list.searchEnd()
                outcome.value = Outcome(listed: list.cityCount, found: list.foundCount, complaint: list.complaint)
                for case .city(let identity) in list.rows {
                    outcome.value?.populations.append(list.city(identity)?.population ?? -1)
                }
                CFRunLoopStop(CFRunLoopGetMain())
            }
            CFRunLoopRunInMode(.defaultMode, 600, false)
        }
        return try XCTUnwrap(outcome.value)
    }

    private final class Answer: @unchecked Sendable {
        // `@unchecked Sendable`: the main thread alone uses it.

        var value: Outcome?
    }
}
