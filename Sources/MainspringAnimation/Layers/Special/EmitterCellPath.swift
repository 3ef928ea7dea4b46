internal import Foundation
internal import MainspringFoundation

/// A key path that goes through a cell of a list by its name, such as `emitterCells.spark.birthRate`.
struct EmitterCellPath {
    private let cell: CAEmitterCell
    /// What is asked of the cell; nil for the cell itself.
    private let rest: String?

    /// Nil where the path does not begin with the list and the name of one of its cells; of two with one name the first
    /// counts.
    init?(_ keyPath: String, in cells: [CAEmitterCell]?) {
        var found: CAEmitterCell?
        var rest: Substring? = keyPath[...]
        var cells = cells
        // A path may go through cells in cells, and be long.
        while let path = rest {
            let parts = path.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count > 1, parts[0] == "emitterCells",
                let cell = cells?.first(where: { $0.name.map { $0 == parts[1] } ?? false })
            else { break }
            found = cell
            cells = cell.emitterCells
            rest = parts.count > 2 ? parts[2] : nil
        }
        guard let found else { return nil }
        cell = found
        self.rest = rest.map { String($0) }
    }

    var value: Any? { rest.map { cell.value(forKeyPath: $0) } ?? cell }

    /// Sets what the path leads to. The cell itself stays what it is.
    func set(_ value: Any?) {
        if let rest { cell.setValue(value, forKeyPath: rest) }
    }
}
