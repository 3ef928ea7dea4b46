internal import ArgumentParser
internal import Foundation
@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection
@_spi(Tools) internal import MainspringModel

/// All that is in a store, in files that other programs read.
struct StoreExportCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all objects of a store: JSON lines or CSV by entity into a folder, or JSON into one file.",
        discussion: """
            What is at the place is replaced when all is written, and is as it was if anything fails. A folder is replaced only if \
            all that is in it was written by an earlier export; a device or a pipe is written into. Each object is written once, \
            with its own entity; relations are URIs of objects, data stand in base 64.
            """)

    @OptionGroup var arguments: StoreArguments

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "The folder for a file of each entity, or, with --format json, the file; - for standard output.",
            valueName: "path"),
        completion: .file())
    var output: String

    @Option(help: "jsonl: a line of JSON for each object; csv; json: one document of all.")
    var format: ExportFormat?

    @Flag(help: "Write one JSON document: --format json.")
    var json = false

    @Flag(help: "Write CSV: --format csv.")
    var csv = false

    @Option(
        help: ArgumentHelp("Only objects of these entities, with commas between them.", valueName: "entities"))
    var entities: String?

    func validate() throws {
        if [json, csv, format != nil].filter({ $0 }).count > 1 {
            throw ValidationError("--json, --csv and --format say the same: give one of them.")
        }
    }

    private var chosen: ExportFormat { json ? .json : csv ? .csv : format ?? .jsonl }

    func perform() throws {
        let unreadable = try arguments.reading { inspection in
            let names = try entities?.split(separator: ",").map {
                try inspection.requiredEntity($0.trimmingCharacters(in: .whitespaces)).name
            }
            guard names?.isEmpty != true else {
                throw ToolError("--entities names no entity. Name one, or leave it out.")
            }
            let counted = try inspection.entities().entities
            let kept = counted.filter { entity in
                names.map { $0.contains(entity.entity.name) } ?? !entity.entity.isAbstract
            }
            let export = StoreExport(inspection, kept, format: chosen)
            guard output != "-" else {
                try export.write(to: StandardOutput.shared)
                return export.text.unreadable
            }
            let place = try OutputPlace(output)
            try place.requireOther(than: arguments.files)
            try place.requireNoCompanion(of: arguments.store)
            if chosen == .json {
                try place.write { try export.write(to: $0) }
            } else {
                try export.write(toFolder: place)
            }
            return export.text.unreadable
        }
        try unreadable.report(in: arguments.store)
    }
}

/// How all objects of a store are written.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
    case jsonl, csv, json
}
