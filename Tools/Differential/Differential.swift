import RunLoopOracle
import RunLoopScenarios
import RunLoopSubject

/// Compares our loop with the real CFRunLoop on random scenarios:
/// `differential [--scenarios N] [--seed S] [--main N] [--oracle-twice] [--rows] [--verbose] [--keep-going]`.
@main
enum Differential {
    static func main() {
        let options = Options(Array(CommandLine.arguments.dropFirst()))
        var campaign = Campaign(
            oracle: OracleKind(), subject: options.playsOracleTwice ? OracleKind() : MainspringKind())
        campaign.run(
            seeds: options.firstSeed..<(options.firstSeed + UInt64(options.scenarios)),
            mainThreadShare: options.mainThreadShare,
            stopsAtFirst: !options.keepsGoing, shrinks: options.shrinks,
            willPlay: { if options.isVerbose { show($0) } },
            report: { show($0) })
        if options.isVerbose { print(campaign.lastReport) }
        if options.printsRows { print(campaign.table) }
        print(campaign.summary)
        if !campaign.failures.isEmpty { exitWithFailure() }
    }
}
