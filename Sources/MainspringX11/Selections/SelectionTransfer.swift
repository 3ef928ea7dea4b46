internal import CXCB

/// What another program hands over through a property of a window of ours: at once, or in pieces, each written when the
/// one before was deleted. On the reader's thread.
struct SelectionTransfer {
    /// Where it stands.
    enum Outcome: Equatable {
        /// There is more to come, or this was about something else.
        case open
        /// It is over; nil where there is nothing, or more than the limit.
        case done([UInt8]?)
    }

    let window: xcb_window_t
    let property: xcb_atom_t
    let limit: Int
    /// What came so far, while it comes in pieces.
    private var pieces: [UInt8]?

    init(window: xcb_window_t, property: xcb_atom_t, limit: Int) {
        self.window = window
        self.property = property
        self.limit = limit
    }

    /// The program has answered.
    mutating func arrived(_ answer: xcb_selection_notify_event_t, _ connection: X11Connection) -> Outcome {
        pieces = nil
        guard answer.property == property else { return .done(nil) }
        guard let value = take(connection) else { return .done(nil) }
        if value.type == connection.atoms[.incremental] {
            pieces = []
            return .open
        }
        return .done(isTooLong(value) ? nil : value.bytes)
    }

    /// The property has a new value.
    mutating func changed(_ connection: X11Connection) -> Outcome {
        guard let before = pieces else { return .open }
        guard let value = take(connection), !isTooLong(value), before.count + value.bytes.count <= limit else {
            pieces = nil
            xcb_delete_property(connection.raw, window, property)
            return .done(nil)
        }
        if value.bytes.isEmpty {
            pieces = nil
            return .done(before)
        }
        pieces!.append(contentsOf: value.bytes)
        return .open
    }

    private func isTooLong(_ value: PropertyValue) -> Bool { value.isCut || value.bytes.count > limit }

    /// Reads it and deletes it, which asks for the next piece.
    private func take(_ connection: X11Connection) -> PropertyValue? {
        guard let value = connection.property(window, property, limit: limit, deletes: true) else { return nil }
        // One that is longer is not deleted by reading.
        if value.isCut { xcb_delete_property(connection.raw, window, property) }
        return value
    }
}
