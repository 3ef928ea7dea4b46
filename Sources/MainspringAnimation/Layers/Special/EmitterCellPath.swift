internal import Foundation
internal import MainspringFoundation

/// A key path that goes through a cell of a list by its name, such as `emitterCells.spark.birthRate`.
struct EmitterCellPath {
    private let cell: CAEmitterCell
    /// What is asked of the cell; nil for the cell itself.
    private let rest: String?

    /// Nil where the path does not begin with the list and the name of one of its cells; of two with one name the first counts.
    init?(_ keyPath: String, in cells: [CAEmitterCell]?) {
        let parts = keyPath.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0] == "emitterCells",
            let cell = cells?.first(where: { $0.name.map { $0 == parts[1] } ?? false })
        else { return nil }
        self.cell = cell
        rest = parts.count > 2 ? String(parts[2]) : nil
    }

    var value: Any? { rest.map { cell.value(forKeyPath: $0) } ?? cell }

    /// Sets what the path leads to. The cell itself stays what it is.
    func set(_ value: Any?) {
        if let rest { cell.setValue(value, forKeyPath: rest) }
    }
}
