internal import Diagnostics

/// The cells in a cell.
extension CAEmitterCell {
    func setCells(_ wanted: [CAEmitterCell]?) {
        guard wanted.map({ !contains(self, in: $0) }) ?? true else {
            return report(
                "Mainspring: the emitter cell \(values.name ?? "without a name") is to be put inside itself; its cells stay as "
                    + "they are. Make another cell for it.")
        }
        cells = wanted
    }

    /// Whether a cell is among some, or in one of them; each is looked at once, however often it is used.
    private func contains(_ cell: CAEmitterCell, in cells: [CAEmitterCell]) -> Bool {
        var open = cells
        var seen: Set<ObjectIdentifier> = []
        while let next = open.popLast() {
            if next === cell { return true }
            if seen.insert(ObjectIdentifier(next)).inserted { open += next.cells ?? [] }
        }
        return false
    }

    /// A cell that says the same, with copies of the cells in it.
    func copied() -> CAEmitterCell {
        var copies: [ObjectIdentifier: CAEmitterCell] = [:]
        return copied(&copies)
    }

    /// A cell that is used several times has one copy.
    private func copied(_ copies: inout [ObjectIdentifier: CAEmitterCell]) -> CAEmitterCell {
        if let copy = copies[ObjectIdentifier(self)] { return copy }
        let copy = CAEmitterCell()
        copy.values = values
        copy.ownValues = ownValues
        copy.cells = cells?.map { $0.copied(&copies) }
        copies[ObjectIdentifier(self)] = copy
        return copy
    }
}
