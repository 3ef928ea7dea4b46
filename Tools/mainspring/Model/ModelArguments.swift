internal import ArgumentParser
internal import Foundation
@_spi(Tools) internal import MainspringModel

/// Which model.
struct ModelArguments: ParsableArguments {
    @Argument(
        help: "The model: .xcdatamodeld, .xcdatamodel, .momd or .mom, or a store, which keeps its own.",
        completion: .file())
    var model: String

    @Option(help: ArgumentHelp("A version of the model; the current one without.", valueName: "name"))
    var version: String?

    /// Reads it.
    func read() throws -> ModelSource.Version {
        let version = try ModelSource(path: model).version(version)
        for note in version.notes { StandardError.write("mainspring: \(note)\n") }
        return version
    }
}
