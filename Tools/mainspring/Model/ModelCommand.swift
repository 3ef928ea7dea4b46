internal import ArgumentParser

/// What is done with models.
struct ModelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Show models as text and pictures, compare, check and compile them.",
        subcommands: [
            ModelShowCommand.self, ModelDiffCommand.self, ModelValidateCommand.self, ModelGenerateCommand.self,
            ModelCompileCommand.self,
        ])
}
