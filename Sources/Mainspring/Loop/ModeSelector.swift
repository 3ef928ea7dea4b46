/// Which modes of a loop something is for, in four bytes.
struct ModeSelector: Equatable {
    /// At least 0: the mode of that index. -1: the common modes. Below: a list of modes that the loop keeps.
    var raw: Int32

    static let common = ModeSelector(raw: -1)

    static func mode(_ index: Int) -> ModeSelector { ModeSelector(raw: Int32(truncatingIfNeeded: index)) }

    static func list(_ index: Int) -> ModeSelector { ModeSelector(raw: Int32(truncatingIfNeeded: -2 - index)) }

    /// The index of the loop's list, for a selector that is one.
    var listIndex: Int? { raw <= -2 ? Int(-2 - raw) : nil }
}

/// Several modes that something is for.
struct ModeList: Hashable {
    var modes: Set<Int32>
    var includesCommon: Bool
}
