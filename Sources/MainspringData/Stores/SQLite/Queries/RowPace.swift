/// What matters of the pace at which a statement gives rows in an order.
package enum RowPace {
    /// How soon all of them are there. Keys ascend where the order leaves it open.
    case whole
    /// The same for whoever looks at one row after the other: keys go the way of the last descriptor where the order leaves it
    /// open, so that an index of that gives the whole order.
    case stepwise
    /// How soon the first is there: rows are gone through as the order's index has them, and not as that of entities has.
    case first
}
