/// What the executable was asked for.
public struct CompilerArguments: Equatable, Sendable {
    /// The target's module.
    public var module = ""
    /// The folder for the generated files.
    public var output = ""
    /// The target's Swift files.
    public var sources: [String] = []
    /// The target's models.
    public var models: [String] = []
    /// The Swift files of the targets that it depends on, by module.
    public var dependencies: [String: [String]] = [:]

    /// How the executable is called.
    public static let usage = """
        usage: model-compiler --module NAME --output FOLDER [--model PATH]... [--dependency NAME FILE...]... \
        [--sources FILE...]
        """

    /// Reads arguments, without the executable's name.
    ///
    /// - Throws: ``CommandError`` for what is not understood or missing.
    public init(_ arguments: [String]) throws(CommandError) {
        var list: List = .none
        var index = 0
        func value(of option: String) throws(CommandError) -> String {
            guard index + 1 < arguments.count, !arguments[index + 1].hasPrefix("--") else {
                throw CommandError("\(option) has no value. \(Self.usage)")
            }
            return arguments[index + 1]
        }
        while index < arguments.count {
            let argument = arguments[index]
            switch argument {
            case "--module":
                module = try value(of: argument)
                index += 1
            case "--output":
                output = try value(of: argument)
                index += 1
            case "--model":
                models.append(try value(of: argument))
                index += 1
            case "--dependency":
                let name = try value(of: argument)
                list = .dependency(name)
                dependencies[name, default: []] += []
                index += 1
            case "--sources":
                list = .sources
            case _ where argument.hasPrefix("--"):
                throw CommandError("The option “\(argument)” is not known. \(Self.usage)")
            default:
                switch list {
                case .sources: sources.append(argument)
                case .dependency(let name): dependencies[name, default: []].append(argument)
                case .none: throw CommandError("“\(argument)” follows no option that takes files. \(Self.usage)")
                }
            }
            index += 1
        }
        guard !module.isEmpty else { throw CommandError("--module is missing. \(Self.usage)") }
        guard !output.isEmpty else { throw CommandError("--output is missing. \(Self.usage)") }
    }

    private enum List {
        case none
        case sources
        case dependency(String)
    }
}

/// Why the executable cannot do what it was asked for.
public struct CommandError: Error, Equatable, CustomStringConvertible {
    /// The reason and what to do, in a sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}
