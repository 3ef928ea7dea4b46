import ArgumentParser

extension SetUpKind: ExpressibleByArgument {
    /// Those that are named, in that order, each once.
    package static func eachOnce(_ named: [SetUpKind]) -> [SetUpKind] {
        named.reduce(into: []) { kinds, kind in
            if !kinds.contains(kind) { kinds.append(kind) }
        }
    }
}

extension StoreKind: ExpressibleByArgument {}

/// How many cities an argument asks for.
package enum ImportCount {
    /// - Throws: a sentence if it is none, or fewer.
    package static func check(_ number: Int?, for option: String) throws {
        guard let number, number <= 0 else { return }
        throw ValidationError("Behind \(option) stands a number above 0, not \(number).")
    }
}
