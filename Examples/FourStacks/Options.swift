import CityStacks

/// What the program was asked for.
struct Options: Equatable {
    var setUps = SetUpKind.allCases
    /// How many cities are imported, at most.
    var rows = Int.max
    /// How many of them are saved at once.
    var batch = 500
    var store = StoreKind.sqlite
    /// How long the screen's context may merge at once; nil for as long as it takes.
    var budget: Duration? = .milliseconds(4)
    var showsHelp = false

    static let usage = """
        usage: FourStacks [--stack single|shared|nested|writer] [--store sqlite|memory] [--rows N] [--batch N]
                          [--budget MS|off]

        Imports the cities of the world through contexts in four set-ups, while a screen is drawn 60 times a second.
          --stack NAME   one set-up, not all; may be given several times
          --store KIND   where the cities go; otherwise into an SQLite file
          --rows N       the first N cities, not all
          --batch N      how many are saved at once; otherwise 500
          --budget MS    for how many milliseconds the screen's context merges at once; otherwise 4; off: without an end
        """

    /// Reads the arguments behind the program's name.
    /// - Throws: what is wrong with them.
    init(_ arguments: [String]) throws(OptionError) {
        var rest = arguments[...]
        var named: [SetUpKind] = []
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": showsHelp = true
            case "--stack":
                let name = try Self.value(of: argument, &rest)
                guard let kind = SetUpKind(rawValue: name) else {
                    throw OptionError("There is no set-up “\(name)”; there are single, shared, nested and writer.")
                }
                if !named.contains(kind) { named.append(kind) }
            case "--store":
                let name = try Self.value(of: argument, &rest)
                guard let kind = StoreKind(rawValue: name) else {
                    throw OptionError("There is no store “\(name)”; there are sqlite and memory.")
                }
                store = kind
            case "--rows": rows = try Self.number(of: argument, &rest)
            case "--budget": budget = try Self.budget(of: argument, &rest)
            case "--batch": batch = try Self.number(of: argument, &rest)
            default: throw OptionError("“\(argument)” is no option; --help tells which there are.")
            }
        }
        if !named.isEmpty { setUps = named }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(OptionError) -> String {
        guard let value = rest.popFirst() else { throw OptionError("A value is missing behind \(option).") }
        return value
    }

    private static func budget(of option: String, _ rest: inout ArraySlice<String>) throws(OptionError) -> Duration? {
        let text = try value(of: option, &rest)
        if text == "off" { return nil }
        // What is shorter than any duration is none.
        guard let number = Double(text), number > 0, number <= 1_000, Duration.milliseconds(number) > .zero else {
            throw OptionError(
                "Behind \(option) stands a number of milliseconds above 0, at most 1000, or off, not “\(text)”.")
        }
        return .milliseconds(number)
    }

    private static func number(of option: String, _ rest: inout ArraySlice<String>) throws(OptionError) -> Int {
        let text = try value(of: option, &rest)
        guard let number = Int(text), number > 0 else {
            throw OptionError("Behind \(option) stands a number above 0, not “\(text)”.")
        }
        return number
    }
}

/// What is wrong with the arguments, as a sentence.
struct OptionError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
