internal import Locks

/// The names of modes by number, so that they stand in records without being kept by them.
///
/// From any thread. A name stays for the life of the process; there are few.
enum ModeNames {
    private struct Table {
        var names: [String] = []
        var numbers: [String: UInt16] = [:]
    }

    private static let table = Guarded(Table())
    /// Whoever makes more modes than this has traces that do not name them.
    private static let most = 4096

    /// The number of a name, from 1; 0 if there are too many.
    static func number(of name: String) -> UInt16 {
        table.withLock { table in
            if let number = table.numbers[name] { return number }
            guard table.names.count < most else { return 0 }
            table.names.append(name)
            let number = UInt16(table.names.count)
            table.numbers[name] = number
            return number
        }
    }

    /// The name that has a number.
    static func name(_ number: UInt16) -> String? {
        table.withLock { table in
            let place = Int(number) - 1
            return table.names.indices.contains(place) ? table.names[place] : nil
        }
    }
}
