internal import ArgumentParser
internal import Foundation
@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection
@_spi(Tools) internal import MainspringModel

/// Brings a store to another version of its model.
struct StoreMigrateCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Bring a store to another version of its model by lightweight migration, or say what that would do.",
        discussion: """
            The mapping is inferred: entities and properties are the same by their names or renaming identifiers. All is done in one \
            transaction, so that the store is as it was if anything fails, or interrupts it. With --output the store stays as it is, and a copy is migrated.

            Objects of entities that the new model does not have would be lost: if there are any, nothing is migrated without \
            --allow-loss.

            A dry run migrates a copy in the folder for temporary files, that of TMPDIR, and takes it away again: it needs the time of the \
            migration and room for two stores, and the store is left alone. It tells what would be lost and what is in the way, with the exit \
            status 1 if the migration would be refused. Where objects would be lost and may not be, nothing is tried.
            """)

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var format: JSONOption

    @Option(
        help: ArgumentHelp("The new model: .xcdatamodeld, .xcdatamodel, .momd or .mom.", valueName: "model"),
        completion: .file())
    var to: String

    @Option(help: ArgumentHelp("A version of the new model; the current one without.", valueName: "name"))
    var version: String?

    @Option(
        name: [.short, .long], help: ArgumentHelp("Where a migrated copy is made.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(help: "Try it with a copy, say what would be done, and change nothing.")
    var dryRun = false

    @Flag(help: "Migrate also if objects are lost: those of entities that the new model does not have.")
    var allowLoss = false

    func perform() throws {
        let target = try ModelSource(path: to).version(version)
        let plan = try arguments.reading { try planned($0, target) }
        if let losses = plan.lossRefusal, !dryRun { throw losses }
        if !dryRun, plan.outlook != nil || output != nil { try migrate(plan.migration) }
        try write(plan, target.name)
        if plan.isRefused { throw Findings() }
    }

    private struct Plan {
        /// Nil if the store is of the version already.
        let outlook: MigrationOutlook?
        let losses: MigrationLosses
        let migration: StoreMigration
        /// Why objects that would be lost keep the store from being migrated; nil if there are none, or they may be.
        let lossRefusal: ToolError?
        /// Why a trial has failed; nil if it has not, and where there was none.
        var reason: String?

        var isRefused: Bool { lossRefusal != nil || reason != nil }
    }

    /// What would be done. A dry run has tried it.
    private func planned(_ inspection: StoreInspection, _ target: ModelSource.Version) throws -> Plan {
        let isSame = ModelComparison(inspection.model, target.model).versionDifferences.isEmpty
        let outlook = isSame ? nil : try MigrationOutlook(of: inspection, to: target.model)
        let losses = try MigrationLosses(outlook, inspection)
        let migration = StoreMigration(
            url: arguments.url, name: arguments.store, source: inspection.model, target: target.model,
            hasHistory: inspection.hasHistory)
        var plan = Plan(
            outlook: outlook, losses: losses, migration: migration,
            lossRefusal: allowLoss || losses.isEmpty ? nil : losses.refusal(arguments.store, target.name))
        if dryRun, outlook != nil, !plan.isRefused { plan.reason = try migration.trial(inspection) }
        return plan
    }

    private func migrate(_ migration: StoreMigration) throws {
        guard let output else { return try migration.run() }
        let place = try OutputPlace(output)
        try place.requireOther(than: arguments.files + [to])
        try place.requireNoCompanion(of: arguments.store)
        guard case .nothing = place.contents else {
            throw ToolError("“\(output)” is there already. Give another place by --output, or take it away.")
        }
        try migration.run(to: place) { copy in try arguments.reading(isTelling: false) { try $0.copy(to: copy) } }
    }

    // MARK: Telling

    private func write(_ plan: Plan, _ version: String) throws {
        let (output, outlook) = (StandardOutput.shared, plan.outlook)
        if format.json {
            let members: [(String, JSONValue)] = [
                ("store", .string(arguments.store)), ("version", .string(version)), ("dryRun", .boolean(dryRun)),
                ("output", JSONValue(self.output)), ("needed", .boolean(outlook != nil)),
                ("refused", .boolean(plan.isRefused)),
                ("reason", JSONValue(plan.lossRefusal?.description ?? plan.reason)),
                ("losses", plan.losses.json),
            ]
            return try output.writeLine(JSONValue.object(members + (outlook.map(OutlookText.json) ?? [])).document)
        }
        guard let outlook else {
            return try output.writeLine("The store is of the version “\(version)” already.")
        }
        let losses = plan.losses.lines(isDone: !dryRun)
        for line in OutlookText.lines(outlook) + losses { try output.writeLine(TerminalText.plain(line)) }
        if plan.lossRefusal != nil { try output.writeLine("Without --allow-loss it is not migrated.") }
        if let reason = plan.reason { try output.writeLine(TerminalText.plain("It would not be migrated: \(reason)")) }
        let place = self.output ?? arguments.store
        try output.writeLine(dryRun ? "Nothing was changed." : "\(place) is of the version “\(version)” now.")
    }
}
