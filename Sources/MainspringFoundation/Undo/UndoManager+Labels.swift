extension UndoManager {
    /// A key for what is kept with a group.
    public struct UserInfoKey: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The key's name.
        public let rawValue: String

        /// Makes a key.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Makes a key.
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// Makes a key.
        public init(stringLiteral value: String) { rawValue = value }
    }
}

extension UndoManager {
    /// The outermost group that is open while something is recorded.
    var topOpenGroup: UndoGroup? {
        phase == .recording ? outermostGroup : nil
    }

    private var outermostGroup: UndoGroup? {
        var group = openGroup
        while let parent = group?.parent { group = parent }
        return group
    }

    /// The group that names are for.
    var labelled: UndoGroup? { outermostGroup ?? undoStack.last }

    /// The group that is undone next.
    var next: UndoGroup? { topOpenGroup.flatMap { $0.isEmpty ? nil : $0 } ?? undoStack.last }

    func remaining(_ stack: [UndoGroup], without target: AnyObject) -> [UndoGroup] {
        stack.filter { group in
            guard !group.isEmpty else { return true }
            group.removeActions(withTarget: target)
            return !group.isEmpty
        }
    }
}
