internal import Foundation
@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection
@_spi(Tools) internal import MainspringModel

/// Writes the objects of a store.
final class StoreExport {
    private let inspection: StoreInspection
    private let entities: [InspectedEntity]
    private let format: ExportFormat
    let text: ValueText
    private let progress = ProgressLine("export")
    private var written = 0

    /// What says of a folder what an export has written into it.
    private static let contentsName = "export.json"

    init(_ inspection: StoreInspection, _ entities: [InspectedEntity], format: ExportFormat) {
        (self.inspection, self.entities, self.format) = (inspection, entities, format)
        text = ValueText(identifier: inspection.identifier)
    }

    // MARK: Places

    /// Writes all into one stream.
    func write(to output: TextOutput) throws {
        switch format {
        case .json: try writeDocument(to: output)
        case .jsonl: for entity in entities { try writeObjects(of: entity, to: output, isInDocument: false) { _ in } }
        case .csv:
            guard entities.count == 1 else {
                throw ToolError(
                    "CSV has one kind of objects in a file. Name one entity by --entities, or a folder by --output.")
            }
            try writeCSV(entities[0], to: output)
        }
        try output.flush()
    }

    /// Writes a folder with a file for each entity, which is there when all is written.
    func write(toFolder place: OutputPlace) throws {
        try Self.require(place)
        let unfinished = UnfinishedFiles.shared.begin(at: place.path, named: place.given)
        do {
            try FileManager.default.createDirectory(atPath: unfinished, withIntermediateDirectories: false)
        } catch {
            throw ToolError("The folder “\(place.given)” cannot be made: \(error.localizedDescription)")
        }
        var names = UniqueFileNames()
        var files: [(String, JSONValue)] = []
        for entity in entities {
            let name = names.take(entity.entity.name ?? "") + (format == .csv ? ".csv" : ".jsonl")
            try OutputPlace.withFile("\(unfinished)/\(name)", named: "\(place.given)/\(name)") { output in
                format == .csv
                    ? try writeCSV(entity, to: output)
                    : try writeObjects(of: entity, to: output, isInDocument: false) { _ in }
            }
            files.append((entity.entity.name ?? "", .string(name)))
        }
        let contents = Self.contentsName
        try OutputPlace.withFile("\(unfinished)/\(contents)", named: "\(place.given)/\(contents)") { output in
            try output.writeLine(
                JSONValue.object([
                    ("store", .string(inspection.identifier)), ("files", .object(files)),
                    ("metadata", PropertyListJSON.value(inspection.metadata)),
                ]).document)
        }
        progress.end()
        try UnfinishedFiles.shared.replace(place, by: unfinished, where: Self.isExport)
    }

    /// What would be refused at the end is refused before anything is read.
    private static func require(_ place: OutputPlace) throws {
        switch place.contents {
        case .nothing: return
        case .folder:
            let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
            guard names.isEmpty || isExport(place.path) else { throw UnfinishedFiles.foreign(place) }
        case .file, .stream:
            throw ToolError(
                "“\(place.given)” is a file, and a folder is to be made there. Give another place by --output.")
        }
    }

    /// Whether all that is in a folder was written by an export: its contents, and files that these name.
    private static func isExport(_ folder: String) -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder),
            names.allSatisfy({ FileKind.isFile("\(folder)/\($0)") }), names.contains(contentsName),
            let data = FileManager.default.contents(atPath: "\(folder)/\(contentsName)"),
            let contents = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            contents["store"] is String, contents["metadata"] is [String: Any],
            let files = contents["files"] as? [String: String]
        else { return false }
        let known = Set(files.values.filter { $0.hasSuffix(".csv") || $0.hasSuffix(".jsonl") } + [contentsName])
        return names.allSatisfy { known.contains($0) }
    }

    // MARK: Contents

    private func query(_ entity: InspectedEntity) -> InspectionQuery {
        var query = InspectionQuery(
            entity.entity, columns: InspectionQuery.allColumns(of: entity.entity, includesToMany: true))
        query.includesSubentities = false
        return query
    }

    private func note() {
        written += 1
        if written % 512 == 0 { progress.note(written, of: entities.reduce(0) { $0 + $1.count }) }
    }

    private func writeDocument(to output: TextOutput) throws {
        try output.write("{\n\"store\": \(JSONValue.string(inspection.identifier).line),\n\"entities\": {")
        for (index, entity) in entities.enumerated() {
            try output.write("\(index > 0 ? "," : "")\n\(JSONValue(entity.entity.name).line): [")
            var isFirst = true
            try writeObjects(of: entity, to: output, isInDocument: true) { output in
                try output.write(isFirst ? "\n" : ",\n")
                isFirst = false
            }
            try output.write("\n]")
        }
        try output.write("\n},\n\"metadata\": \(PropertyListJSON.value(inspection.metadata).line)\n}\n")
    }

    private func writeObjects(
        of entity: InspectedEntity, to output: TextOutput, isInDocument: Bool, before: (TextOutput) throws -> Void
    ) throws {
        let query = query(entity)
        try inspection.rows(query) { row in
            try before(output)
            let head: [(String, JSONValue)] = [
                ("objectID", .string(text.uri(row.object))), ("entity", .string(row.object.entityName)),
            ]
            let members = zip(query.columns, row.values).map { ($0, text.json($1)) }
            try output.write(JSONValue.object(head + members).line)
            if !isInDocument { try output.writeLine() }
            note()
            return true
        }
    }

    private func writeCSV(_ entity: InspectedEntity, to output: TextOutput) throws {
        let query = query(entity)
        try output.write(CSVRecord.line(["objectID"] + query.columns))
        try inspection.rows(query) { row in
            try output.write(CSVRecord.line([text.uri(row.object)] + row.values.map { text.field($0) }))
            note()
            return true
        }
    }
}
