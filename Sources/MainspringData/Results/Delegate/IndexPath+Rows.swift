internal import Diagnostics
public import Foundation

// What UIKit and AppKit add to index paths: a section and a row or an item. Foundation on Linux has none of it.

extension IndexPath {
    /// Makes the path of a row of a section.
    public init(row: Int, section: Int) { self = [section, row] }

    /// Makes the path of an item of a section; the same as that of a row.
    public init(item: Int, section: Int) { self = [section, item] }

    /// The section: the first of two indices.
    public var section: Int {
        get { checked[0] }
        set { self = [newValue, checked[1]] }
    }

    /// The row: the second of two indices.
    public var row: Int {
        get { checked[1] }
        set { self = [checked[0], newValue] }
    }

    /// The item: the second of two indices, as is ``row``.
    public var item: Int {
        get { row }
        set { row = newValue }
    }

    private var checked: IndexPath {
        guard count == 2 else {
            programmerError(
                "The index path \(Array(self)) has no section and no row: it has \(count) indices, and must have 2.")
        }
        return self
    }
}
