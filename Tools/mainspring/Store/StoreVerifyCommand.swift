internal import ArgumentParser
internal import Foundation
@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection

/// Whether a store is as it should be.
struct StoreVerifyCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract:
            "Check a store: the file, what it says of itself, where relations lead, required values, unique ones, long data, history.",
        discussion: """
            The exit status is 0 if nothing is wrong, 1 for findings, 2 if the store cannot be opened. What cannot be checked is a \
            finding of its own. Minima, maxima and patterns of values are those of a model that --model names: the one that a store keeps \
            has none. With --model it also says whether Apple's framework would take the store's version hashes for those \
            of the model; that can be known of a .momd that Xcode has compiled alone.
            """)

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var format: JSONOption

    func perform() throws {
        try arguments.reading { inspection in
            let check = StoreCheck(inspection)
            let progress = ProgressLine("verify")
            var findings: [StoreFinding] = []
            let steps = StoreCheck.Step.allCases
            for (index, step) in steps.enumerated() {
                progress.note(index, of: steps.count + 1)
                findings += Self.findings(step.kind, step.title) { try check.findings(step) }
            }
            progress.note(steps.count, of: steps.count + 1)
            findings += Self.findings(.rows, "What the model demands of values") {
                try ValueRuleCheck(inspection).findings()
            }
            progress.end()
            let hashes = try arguments.model.map { path in
                VersionHashCheck(inspection, try ModelSource(path: path).versions.map { ($0.name, $0.model) })
            }
            if case .refused(let entities)? = hashes { findings.append(Self.finding(entities)) }
            try write(findings, hashes, ValueText(identifier: inspection.identifier), inspection)
            if !findings.isEmpty { throw Findings() }
        }
    }

    /// What a check finds. One that fails is a finding itself: what others have found is told all the same.
    /// - Parameter title: what is checked, at the beginning of a sentence.
    private static func findings(
        _ kind: StoreFinding.Kind, _ title: String, _ check: () throws -> [StoreFinding]
    ) -> [StoreFinding] {
        do {
            return try check()
        } catch {
            return [StoreFinding(kind, "\(title) cannot be checked: \(ToolError.sentence(for: error))")]
        }
    }

    private static func finding(_ entities: [String]) -> StoreFinding {
        let names = entities.map { "“\($0)”" }.joined(separator: ", ")
        return StoreFinding(
            .versionHash, count: entities.count,
            "Apple's framework would refuse the store with this model: the version hashes of \(names) differ.")
    }

    private func sentence(_ check: VersionHashCheck?) -> String {
        switch check {
        case nil:
            "Whether Apple's framework would take the version hashes cannot be known without a model; name one by --model."
        case .accepted(let version)?: "Apple's framework would take the version hashes: they are those of “\(version)”."
        case .refused?: "Apple's framework would not take the version hashes."
        case .unknown(let reason)?:
            "Whether Apple's framework would take the version hashes cannot be known: \(reason)."
        }
    }

    private func write(
        _ findings: [StoreFinding], _ hashes: VersionHashCheck?, _ text: ValueText, _ inspection: StoreInspection
    ) throws {
        let output = StandardOutput.shared
        guard format.json else {
            for finding in findings {
                let examples = finding.examples.map { "\($0.entityName)/p\($0.key)" }.joined(separator: ", ")
                let more = finding.count > finding.examples.count ? ", …" : ""
                try output.writeLine(
                    TerminalText.plain(finding.sentence + (examples.isEmpty ? "" : " (\(examples)\(more))")))
            }
            try output.writeLine(sentence(hashes))
            let count = findings.count
            return try output.writeLine(
                count == 0
                    ? "Nothing is wrong with \(TerminalText.plain(arguments.store))."
                    : count == 1 ? "1 finding." : "\(count) findings.")
        }
        let word =
            switch hashes {
            case nil, .unknown?: "cannot be known"
            case .accepted?: "accepted"
            case .refused?: "refused"
            }
        try output.writeLine(
            JSONValue.object([
                ("store", .string(arguments.store)), ("ok", .boolean(findings.isEmpty)),
                ("model", .string(inspection.modelOrigin.rawValue)),
                ("hashes", .object([("verdict", .string(word)), ("sentence", .string(sentence(hashes)))])),
                ("findings", .array(findings.map { json($0, text) })),
            ]).document)
    }

    private func json(_ finding: StoreFinding, _ text: ValueText) -> JSONValue {
        .object([
            ("kind", .string(finding.kind.rawValue)), ("entity", JSONValue(finding.entity)),
            ("property", JSONValue(finding.property)), ("count", JSONValue(finding.count)),
            ("examples", .array(finding.examples.map { .string(text.uri($0)) })),
            ("sentence", .string(finding.sentence)),
        ])
    }
}

extension StoreCheck.Step {
    /// What a finding is about that tells of a step's failure.
    fileprivate var kind: StoreFinding.Kind {
        switch self {
        case .integrity: .integrity
        case .metadata, .metadataTable: .metadata
        case .entities: .entities
        case .rows: .rows
        case .relationships: .dangling
        case .requiredValues: .required
        case .uniqueness: .uniqueness
        case .indexes: .index
        case .values: .rows
        case .externalData: .externalData
        case .history: .history
        }
    }

    /// What is checked, at the beginning of a sentence.
    fileprivate var title: String {
        switch self {
        case .integrity: "SQLite's pages"
        case .metadata: "The metadata"
        case .metadataTable: "The rows of Z_METADATA"
        case .entities: "What Z_PRIMARYKEY says of entities"
        case .rows: "The rows"
        case .relationships: "Where relations lead"
        case .requiredValues: "Whether required values are there"
        case .uniqueness: "Whether unique values are unique"
        case .indexes: "Whether the indexes are there that keep values unique"
        case .values: "Whether values are of their types"
        case .externalData: "Whether the files of long data are there"
        case .history: "How the rows of the history are numbered"
        }
    }
}
