/// What is to be known of a column for each row that is saved. (The column itself has references, which would be counted.)
struct ColumnBinding: Sendable {
    package enum Form: UInt8 {
        /// A value that stands in the column as it is.
        case plain
        /// The key of another object.
        case key
        /// Anything of which the column says itself how it is written.
        case other
    }

    let form: Form
    let place: SlotPlace

    init(_ column: StoreColumn) {
        place = column.place
        form =
            switch column.form {
            case .plain: .plain
            case .reference(let reference) where reference.entityColumn == nil: .key
            case .reference, .decimal, .uri, .transformed, .external, .composite: .other
            }
    }
}
