internal import Diagnostics

/// The cells in a cell.
extension CAEmitterCell {
    func setCells(_ wanted: [CAEmitterCell]?) {
        guard !mayBeInside || !contains(self, in: wanted ?? []), !(wanted ?? []).contains(where: { $0 === self }) else {
            return report(
                "Mainspring: the emitter cell \(values.name ?? "without a name") is to be put inside itself; its cells stay as "
                    + "they are. Make another cell for it.")
        }
        for cell in wanted ?? [] { cell.mayBeInside = true }
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

    /// A cell that says the same, with copies of the cells in it; one that is used several times has one copy.
    func copied() -> CAEmitterCell {
        var copies: [ObjectIdentifier: CAEmitterCell] = [:]
        var open: [CAEmitterCell] = []
        func copy(of cell: CAEmitterCell) -> CAEmitterCell {
            if let copy = copies[ObjectIdentifier(cell)] { return copy }
            let copy = CAEmitterCell()
            copy.values = cell.values
            copy.ownValues = cell.ownValues
            copies[ObjectIdentifier(cell)] = copy
            if cell.cells != nil { open.append(cell) }
            return copy
        }
        let whole = copy(of: self)
        // By a list: cells may be nested deeper than a stack is.
        while let cell = open.popLast() {
            copy(of: cell).cells = cell.cells?.map { copy(of: $0) }
        }
        return whole
    }
}
