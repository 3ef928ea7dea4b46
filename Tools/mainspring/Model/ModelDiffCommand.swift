internal import ArgumentParser
internal import Foundation
@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection
@_spi(Tools) internal import MainspringModel

/// What two models differ in.
struct ModelDiffCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract:
            "Say what two models differ in, and whether lightweight migration leads from the first to the second.",
        discussion: "The exit status is 0 if they are equal, 1 if they differ, as that of diff.")

    @Argument(help: "The old model: .xcdatamodeld, .xcdatamodel, .momd or .mom, or a store.", completion: .file())
    var old: String

    @Argument(help: "The new model; without it another version of the old one.", completion: .file())
    var new: String?

    @Option(help: ArgumentHelp("The version of the old model; the current one without.", valueName: "name"))
    var from: String?

    @Option(help: ArgumentHelp("The version of the new model; the current one without.", valueName: "name"))
    var to: String?

    @OptionGroup var format: JSONOption

    func validate() throws {
        if new == nil, from == nil, to == nil {
            throw ValidationError("Give a second model, or a version of the first one by --from or --to.")
        }
    }

    func perform() throws {
        let first = try ModelSource(path: old).version(from)
        let second = try ModelSource(path: new ?? old).version(to)
        let comparison = ModelComparison(first.model, second.model)
        let bridge = Bridge(first.model, second.model, comparison)
        if format.json {
            try StandardOutput.shared.writeLine(json(first, second, comparison, bridge).document)
        } else {
            for difference in comparison.differences {
                let mark = difference.countsForVersion ? "* " : "  "
                try StandardOutput.shared.writeLine(mark + TerminalText.plain(difference.description))
            }
            for sentence in bridge.renamings { try StandardOutput.shared.writeLine(TerminalText.plain(sentence)) }
            try StandardOutput.shared.writeLine(bridge.sentence(isEqual: comparison.isEmpty))
        }
        if !comparison.isEmpty { throw Findings() }
    }

    /// How a store of the first model comes to the second.
    private enum Bridge {
        case notNeeded
        case lightweight(MigrationOutlook)
        case none(String)

        init(_ first: NSManagedObjectModel, _ second: NSManagedObjectModel, _ comparison: ModelComparison) {
            guard !comparison.versionDifferences.isEmpty else {
                self = .notNeeded
                return
            }
            do {
                self = .lightweight(try MigrationOutlook(from: first, to: second))
            } catch {
                self = .none(ToolError.sentence(for: error))
            }
        }

        func sentence(isEqual: Bool) -> String {
            switch self {
            case .notNeeded:
                isEqual
                    ? "The models are equal."
                    : "A store of the one opens with the other: what differs makes no new version."
            case .lightweight(let outlook): OutlookText.verdict(outlook)
            case .none(let reason): "No lightweight migration bridges it. \(reason)"
            }
        }

        /// What is removed and added, and is the same by its renaming identifier.
        var renamings: [String] {
            guard case .lightweight(let outlook) = self else { return [] }
            return outlook.entities.flatMap { entity in
                let own = entity.formerName.map {
                    "  The entity \"\(entity.name)\" is what \"\($0)\" was: its objects stay."
                }
                let properties = entity.renamed.sorted { $0.key < $1.key }.map { name, former in
                    "  The property \"\(name)\" of the entity \"\(entity.name)\" is what \"\(former)\" was: its values stay."
                }
                return [own].compactMap(\.self) + properties
            }
        }

        var word: String {
            switch self {
            case .notNeeded: "not needed"
            case .lightweight(let outlook): outlook.copies ? "copied" : "in place"
            case .none: "impossible"
            }
        }
    }

    private func json(
        _ first: ModelSource.Version, _ second: ModelSource.Version, _ comparison: ModelComparison, _ bridge: Bridge
    ) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("old", .string(first.name)), ("new", .string(second.name)),
            (
                "differences",
                .array(
                    comparison.differences.map {
                        .object([
                            ("sentence", .string($0.description)), ("countsForVersion", .boolean($0.countsForVersion)),
                        ])
                    })
            ), ("migration", .string(bridge.word)),
            ("sentence", .string(bridge.sentence(isEqual: comparison.isEmpty))),
        ]
        if case .lightweight(let outlook) = bridge { members += OutlookText.json(outlook) }
        return .object(members)
    }
}
