/// How the pointer looks. Ours; the names are AppKit's where it has the shape.
public enum CursorShape: Hashable, Sendable {
    /// As always.
    case arrow
    /// Over text.
    case iBeam
    /// Over what can be clicked.
    case pointingHand
    /// Over what can be dragged.
    case openHand
    /// While something is dragged.
    case closedHand
    /// To point exactly.
    case crosshair
    /// Over an edge that goes to the left and to the right.
    case resizeLeftRight
    /// Over an edge that goes up and down.
    case resizeUpDown
    /// Where what is asked for cannot be.
    case operationNotAllowed
    /// While the program is busy.
    case wait
    /// Not at all.
    case hidden
}
