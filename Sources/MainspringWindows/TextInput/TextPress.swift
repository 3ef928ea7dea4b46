/// A press of the pointer that goes on.
struct TextPress {
    enum Unit {
        case letter
        case word
        case line
    }

    var unit: Unit
    /// What was taken when it began: it stays selected.
    var start: Range<Int>
}
