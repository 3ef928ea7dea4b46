import Foundation
import RunLoopOracle
import RunLoopScenarios
import RunLoopSubject
import XCTest

/// Random scenarios on the real CFRunLoop and on ours. XCTest, since some of them play on the process's initial thread.
///
/// `MAINSPRING_SCENARIOS=N` plays more, `MAINSPRING_SEED=S` others; `swift run --package-path Tools differential --help` has more to offer.
final class DifferentialTests: XCTestCase {
    private func number(_ variable: String, or standard: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) } ?? standard
    }

    func testOurLoopDoesWhatTheRealOneDoes() {
        let count = number("MAINSPRING_SCENARIOS", or: 2000)
        let first = number("MAINSPRING_SEED", or: 1)
        var campaign = Campaign(oracle: OracleKind(), subject: MainspringKind())
        campaign.run(seeds: first..<(first + count), mainThreadShare: Campaign.usualMainThreadShare) { XCTFail($0) }
        print("Differential: seeds \(first) to \(first + count - 1): \(campaign.summary)")
        XCTAssertEqual(campaign.inconclusive, [], "The machine was too slow for the limits of these scenarios.")
        guard count >= 1000 else { return }
        for row in Row.allCases {
            XCTAssertGreaterThanOrEqual(
                Double(campaign.rows[row] ?? 0), Double(campaign.count) / 100,
                "Too few scenarios exercise “\(row.title)”.")
        }
    }

    func testTheRealLoopDoesTheSameTwice() {
        var campaign = Campaign(oracle: OracleKind(), subject: OracleKind())
        campaign.run(seeds: 1..<201, mainThreadShare: Campaign.usualMainThreadShare, shrinks: false) { XCTFail($0) }
        XCTAssertEqual(campaign.count, 200)
    }
}
