/// What a row says of an object: attributes, and where relationships to one lead.
struct PlainRow: Equatable {
    var numbers = [0, 0]
    /// By the numbers of links.
    var ones: [Int: Int] = [:]
    var version = 0
    /// Whether the row of a child replaces a later one of the store.
    var isStale = false

    /// Whether the values are the same, whatever the version.
    func isSame(as other: PlainRow?) -> Bool { numbers == other?.numbers && ones == other?.ones }
}

/// A relationship to many, as far as a context knows it.
struct PlainMembers: Equatable {
    var known: Set<Int> = []
    var isLoaded: Bool
    /// Not saved.
    var added: Set<Int> = []
    var removed: Set<Int> = []
    /// The source says that they are members, and they are to be deleted here.
    var leftOut: Set<Int> = []

    var isChanged: Bool { !added.isEmpty || !removed.isEmpty }

    /// Notes that an object becomes a member.
    /// - Parameter wasLinked: Whether the object's inverse, to one, was saved with the link; `nil` for an inverse to many.
    mutating func noteAdded(_ key: Int, wasLinked: Bool?) {
        if removed.remove(key) == nil || !isLoaded || wasLinked == false { added.insert(key) }
    }

    /// Notes that an object is no longer a member.
    /// - Parameters:
    ///   - isNew: Whether the object was never saved. No source has it as a member.
    ///   - wasLinked: Whether the object's inverse, to one, was saved with the link; `nil` for an inverse to many.
    mutating func noteRemoved(_ key: Int, isNew: Bool, wasLinked: Bool?) {
        let wasAdded = added.remove(key) != nil
        guard isLoaded || !isNew else { return }
        if !wasAdded || !isLoaded || wasLinked == true { removed.insert(key) }
    }

    /// Whether it is noted that an object has become a member, or is no longer one.
    func notes(_ key: Int, _ isMember: Bool) -> Bool { (isMember ? added : removed).contains(key) }

    /// Notes that an object is a member or not, whether the source has it or not.
    mutating func note(_ key: Int, _ isMember: Bool) {
        if isMember {
            removed.remove(key)
            added.insert(key)
        } else {
            added.remove(key)
            removed.insert(key)
        }
    }
}

/// An object in a context whose values are there.
struct PlainObject: Equatable {
    var row: PlainRow
    /// As it was read or saved last.
    var base: PlainRow?
    /// By the numbers of links.
    var members: [Int: PlainMembers] = [:]
    var isInserted = false
    var isUpdated = false
    var isDeleted = false

    var isPending: Bool { isInserted || isUpdated || isDeleted }
    var differs: Bool {
        base?.isStale == true || !row.isSame(as: base) || members.values.contains(where: \.isChanged)
    }
}

/// What a save hands on.
struct PlainChanges {
    struct Change {
        var key: Int
        var row: PlainRow
        var previous: PlainRow?
        var members: [Int: PlainMembers] = [:]
    }

    var inserted: [Change] = []
    var updated: [Change] = []
    var deleted: [Change] = []
}

/// A range of versions of a row, each of which counts as the last one in a context.
struct PlainSpan {
    var first: Int
    var last: Int
}

/// A context, or the store.
struct PlainContext {
    /// The number of the context where objects come from; nil for the store.
    var parent: Int?
    var mergesAutomatically = false
    /// The objects whose values are there.
    var objects: [Int: PlainObject] = [:]
    /// The versions of rows that the context has saved or merged. A child's change that is based on an earlier version
    /// of the range is no conflict.
    var acknowledged: [Int: PlainSpan] = [:]

    var hasChanges: Bool { objects.values.contains(where: \.isPending) }
}
