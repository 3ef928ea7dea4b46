internal import Foundation
internal import Glibc
internal import MainspringData
internal import MainspringModel

/// Writes the objects of a store.
final class StoreExport {
    private let inspection: StoreInspection
    private let entities: [InspectedEntity]
    private let format: ExportFormat
    private let text: ValueText
    private let progress = ProgressLine("export")
    private var written = 0

    /// By which a folder is known to be an export, that may be replaced.
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

    /// Writes one file, which is there when all is written.
    func write(toFile path: String) throws {
        let unfinished = UnfinishedFiles.shared.begin(at: path)
        try withFile(unfinished) { try write(to: $0) }
        try UnfinishedFiles.shared.finish(unfinished, as: path)
    }

    /// Writes a folder with a file for each entity, which is there when all is written.
    func write(toFolder path: String) throws {
        try requirePlace(path)
        let unfinished = UnfinishedFiles.shared.begin(at: path)
        do {
            try FileManager.default.createDirectory(atPath: unfinished, withIntermediateDirectories: false)
        } catch {
            throw ToolError("The folder “\(path)” cannot be made: \(error.localizedDescription)")
        }
        var names = UniqueFileNames()
        var files: [(String, JSONValue)] = []
        for entity in entities {
            let name = names.take(entity.entity.name ?? "") + (format == .csv ? ".csv" : ".jsonl")
            try withFile("\(unfinished)/\(name)") { output in
                format == .csv
                    ? try writeCSV(entity, to: output)
                    : try writeObjects(of: entity, to: output, isInDocument: false) { _ in }
                try output.flush()
            }
            files.append((entity.entity.name ?? "", .string(name)))
        }
        try withFile("\(unfinished)/\(Self.contentsName)") { output in
            try output.writeLine(
                JSONValue.object([
                    ("store", .string(inspection.identifier)), ("files", .object(files)),
                    ("metadata", PropertyListJSON.value(inspection.metadata)),
                ]).document)
            try output.flush()
        }
        progress.end()
        try UnfinishedFiles.shared.replace(path, by: unfinished, known: Self.contentsName)
    }

    /// What would be refused at the end is refused before anything is read.
    private func requirePlace(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
        guard isFolder.boolValue else {
            throw ToolError("“\(path)” is a file, and a folder is to be made there. Give another place by --output.")
        }
        let contents = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        guard contents.isEmpty || contents.contains(Self.contentsName) else {
            throw ToolError("“\(path)” is a folder with something else in it. Give another place by --output.")
        }
    }

    private func withFile(_ path: String, _ body: (TextOutput) throws -> Void) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw ToolError(
                "“\(path)” cannot be made: \(String(cString: strerror(errno))). See that its folder is there and may be written."
            )
        }
        defer { close(descriptor) }
        try body(TextOutput(descriptor: descriptor, name: "“\(path)”"))
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
            try output.write(CSVRecord.line([text.uri(row.object)] + row.values.map(text.field)))
            note()
            return true
        }
    }
}
