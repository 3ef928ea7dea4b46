/// The figures of one run of a program.
struct Measurement {
    let value: Double
    /// Figures beside it, by name.
    let notes: [(name: String, value: Double)]

    /// Reads the line that a program printed; nil if it lacks the quantity.
    init?(_ ending: ChildProcess.Ending, quantity: Case.Quantity, unit: Unit) {
        guard ending.isSuccess, let line = ending.output.split(separator: "\n").last else { return nil }
        let pairs = line.split(separator: " ").compactMap { pair -> (name: String, value: Double)? in
            let parts = pair.split(separator: "=")
            guard parts.count == 2, let value = Double(parts[1]) else { return nil }
            return (String(parts[0]), value)
        }
        func pair(_ name: String) -> Double? { pairs.first { $0.name == name }?.value }
        switch quantity {
        case .cpu: guard let cpu = pair("cpu") else { return nil }; value = cpu / unit.nanoseconds
        case .wall: guard let wall = pair("wall") else { return nil }; value = wall / unit.nanoseconds
        case .allocations: guard let count = pair("allocations") else { return nil }; value = count
        case .value, .systemCalls: guard let given = pair("value") else { return nil }; value = given
        }
        notes = pairs.filter { !["cpu", "wall", "value", "allocations"].contains($0.name) }
    }

    /// The same run with one of the notes as its figure; nil if there is none of that name.
    func figure(_ note: String) -> Measurement? {
        notes.first { $0.name == note }.map { Measurement(value: $0.value) }
    }

    /// A figure that was found otherwise.
    init(value: Double) {
        self.value = value
        notes = []
    }
}
