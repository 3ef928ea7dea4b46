import Foundation
import ModelCompiler

exit(
    CompilerCommand.run(Array(CommandLine.arguments.dropFirst())) { line in
        FileHandle.standardError.write(Data((line + "\n").utf8))
    })
