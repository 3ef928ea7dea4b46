internal import SourceScanning

/// Which `#if` a place in a file stands in, as far as they ask for a platform or a module.
struct PlatformConditions {
    /// For each `#if` that is open: whether it asks for one.
    private var open: [Bool] = []

    /// Whether one of them does; what stands there is chosen by who wrote it.
    var chooses: Bool { open.contains(true) }

    /// Goes past a directive.
    mutating func read(at index: Int, in file: SourceFile) {
        if file.token(index, is: "#if") {
            open.append(Self.asks(after: index, in: file))
        } else if file.token(index, is: "#elseif"), let last = open.popLast() {
            open.append(last || Self.asks(after: index, in: file))
        } else if file.token(index, is: "#endif") {
            _ = open.popLast()
        }
    }

    /// Whether the rest of the line asks.
    private static func asks(after index: Int, in file: SourceFile) -> Bool {
        var place = index + 1
        while place < file.tokens.count, !file.tokens[place].beginsLine {
            if file.token(place, is: "canImport") || file.token(place, is: "os")
                || file.token(place, is: "targetEnvironment")
            {
                return true
            }
            place += 1
        }
        return false
    }
}
