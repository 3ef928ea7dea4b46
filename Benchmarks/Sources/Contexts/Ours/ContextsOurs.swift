import CityData
import CoreData
import Foundation
import Mainspring

/// Cities imported through contexts in four set-ups, and what that does to a main loop that has other things to do.
///
/// Called as all programs of the benchmark are (`measure.h`); before the case's name may stand `--seconds N`, for how long imports
/// go on, and `--single`, the peer of import-writer.
@main
struct ContextsOurs: MainLoopProgram {
    /// Where the model is.
    nonisolated static let bundle = Bundle.module

    func run() async throws {
        var (arguments, seconds, isPeer) = (CommandLine.arguments.dropFirst()[...], 30.0, false)
        while let argument = arguments.first, argument == "--single" || argument == "--seconds" {
            arguments.removeFirst()
            if argument == "--single" { isPeer = true } else { seconds = Double(arguments.popFirst() ?? "") ?? seconds }
        }
        let name = arguments.first ?? ""
        guard name != "--describe" else { return describe(isPeer) }
        guard let item = StopCase.all.first(where: { $0.name == name }) ?? StopCase.total(name, isPeer) else {
            fatalError("Name one of the cases that --describe lists, not “\(name)”.")
        }
        let run = try StopRun(item, seconds: seconds)
        print(try await run.line())
    }

    private func describe(_ isPeer: Bool) {
        print("version this revision")
        for name in isPeer ? [StopCase.totalName] : StopCase.all.map(\.name) + [StopCase.totalName] {
            print("case \(name)")
        }
    }
}
