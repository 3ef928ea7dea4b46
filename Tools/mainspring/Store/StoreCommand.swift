internal import ArgumentParser

/// What is done with stores.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Look into SQLite stores of Core Data, check, export and migrate them.",
        subcommands: [
            StoreInfoCommand.self, StoreFetchCommand.self, StoreExportCommand.self, StoreVerifyCommand.self,
            StoreHistoryCommand.self, StoreMigrateCommand.self,
        ])
}
