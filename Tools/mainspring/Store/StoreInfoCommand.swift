internal import ArgumentParser
internal import Foundation
@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// What a store is, and what is in it.
struct StoreInfoCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what a store is: entities with their objects counted, relations, metadata."
    )

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var format: JSONOption

    @Flag(help: "Show the metadata and the relations as well, and the columns of each table.")
    var all = false

    func perform() throws {
        try arguments.reading { inspection in
            let report = try StoreReport(inspection, store: arguments.store)
            let output = StandardOutput.shared
            if format.json {
                try output.writeLine(report.json.document)
            } else {
                for line in report.lines(all: all) { try output.writeLine(line) }
            }
        }
    }
}
