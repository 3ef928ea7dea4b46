internal import ArgumentParser
internal import Foundation
internal import MainspringData
internal import MainspringModel

/// Brings a store to another version of its model.
struct StoreMigrateCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Bring a store to another version of its model by lightweight migration, or say what that would do.",
        discussion: """
            The mapping is inferred: entities and properties are the same by their names or renaming identifiers. All is done in one \
            transaction, so that the store is as it was if anything fails. With --output the store stays as it is, and a copy is migrated.

            Objects of entities that the new model does not have would be lost: if there are any, nothing is migrated without \
            --allow-loss. A dry run tells them, and has the exit status 1 if the migration would be refused for them.
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

    @Flag(help: "Say what would be done, and change nothing.")
    var dryRun = false

    @Flag(help: "Migrate also if objects are lost: those of entities that the new model does not have.")
    var allowLoss = false

    func perform() throws {
        let target = try ModelSource(path: to).version(version)
        let plan = try arguments.reading { inspection in
            let isSame = ModelComparison(inspection.model, target.model).versionDifferences.isEmpty
            let outlook = isSame ? nil : try MigrationOutlook(of: inspection, to: target.model)
            return Plan(
                outlook: outlook, losses: try MigrationLosses(outlook, inspection), model: inspection.model,
                hasHistory: inspection.hasHistory)
        }
        let isRefused = !allowLoss && !plan.losses.isEmpty
        if isRefused, !dryRun { throw plan.losses.refusal(arguments.store, target.name) }
        if !dryRun, plan.outlook != nil || output != nil { try migrate(plan, target.model) }
        try write(plan, target.name, isRefused: isRefused)
        if isRefused { throw Findings() }
    }

    private struct Plan {
        /// Nil if the store is of the version already.
        let outlook: MigrationOutlook?
        let losses: MigrationLosses
        let model: NSManagedObjectModel
        let hasHistory: Bool
    }

    // MARK: Migrating

    private func migrate(_ plan: Plan, _ target: NSManagedObjectModel) throws {
        guard let output else { return try migrate(at: arguments.url, plan, target) }
        let place = try OutputPlace(output)
        try place.requireOther(than: arguments.files + [to])
        guard case .nothing = place.contents else {
            throw ToolError("“\(output)” is there already. Give another place by --output, or take it away.")
        }
        // In a folder of its own, with all that belongs to the store.
        let folder = UnfinishedFiles.shared.begin(at: place.path, named: output)
        defer { UnfinishedFiles.shared.removeAll() }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        } catch {
            throw ToolError("A copy cannot be made beside “\(output)”: \(error.localizedDescription)")
        }
        let name = URL(fileURLWithPath: place.path).lastPathComponent
        let copy = URL(fileURLWithPath: folder).appendingPathComponent(name)
        let files = NSPersistentStoreCoordinator(managedObjectModel: plan.model)
        try files.replacePersistentStore(at: copy, withPersistentStoreFrom: arguments.url, type: .sqlite)
        try migrate(at: copy, plan, target)
        try UnfinishedFiles.shared.finish(contentsOf: folder, as: place)
    }

    private func migrate(at url: URL, _ plan: Plan, _ target: NSManagedObjectModel) throws {
        // A store that keeps no model is migrated from one that some coordinator has.
        let source = NSPersistentStoreCoordinator(managedObjectModel: plan.model)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: target)
        var options: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ]
        if plan.hasHistory { options[NSPersistentHistoryTrackingKey] = true }
        let progress = MigrationProgress()
        defer { progress.end() }
        try progress.during {
            try coordinator.remove(try coordinator.addPersistentStore(type: .sqlite, at: url, options: options))
        }
        withExtendedLifetime(source) {}
    }

    // MARK: Telling

    private func write(_ plan: Plan, _ version: String, isRefused: Bool) throws {
        let (output, outlook) = (StandardOutput.shared, plan.outlook)
        if format.json {
            let members: [(String, JSONValue)] = [
                ("store", .string(arguments.store)), ("version", .string(version)), ("dryRun", .boolean(dryRun)),
                ("output", JSONValue(self.output)), ("needed", .boolean(outlook != nil)),
                ("refused", .boolean(isRefused)), ("losses", plan.losses.json),
            ]
            return try output.writeLine(JSONValue.object(members + (outlook.map(OutlookText.json) ?? [])).document)
        }
        guard let outlook else {
            return try output.writeLine("The store is of the version “\(version)” already.")
        }
        let losses = plan.losses.lines(isDone: !dryRun)
        for line in OutlookText.lines(outlook) + losses { try output.writeLine(TerminalText.plain(line)) }
        if isRefused { try output.writeLine("Without --allow-loss it is not migrated.") }
        let place = self.output ?? arguments.store
        try output.writeLine(dryRun ? "Nothing was changed." : "\(place) is of the version “\(version)” now.")
    }
}
