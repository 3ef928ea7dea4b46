internal import MainspringModel

/// A relationship to one of an entity and its subentities.
struct LinkPlace: Equatable {
    let entity: NSEntityDescription
    let slot: Int

    static func == (one: LinkPlace, other: LinkPlace) -> Bool { one.entity === other.entity && one.slot == other.slot }
}

/// Where a link of unsaved objects is to lead, as a column says it.
struct LinkFilter {
    let place: LinkPlace
    private let marks: [LinkMark]

    /// - Parameter objects: the context's, with those keys.
    init(_ place: LinkPlace, _ keys: some Sequence<ObjectKey>, _ objects: ObjectTable) {
        self.place = place
        // An object may have been looked at before its destination had this key.
        marks = keys.flatMap { key in [LinkMark(key)] + (objects.object(key).map { [LinkMark($0)] } ?? []) }
    }

    /// Whether an object with such a mark may lead there.
    @inline(__always)
    func admits(_ mark: LinkMark) -> Bool { mark == .unknown || marks.contains(mark) }
}

/// Where a link leads, in four bytes: different destinations may have the same.
struct LinkMark: Equatable {
    private let bits: UInt32

    /// It has to be looked at.
    static let unknown = LinkMark(bits: 0)
    /// The object has no such link.
    static let none = LinkMark(bits: 1)

    private init(bits: UInt32) { self.bits = bits }

    /// One that stores know keeps its key.
    init(_ key: ObjectKey) { self.init(spreading: UInt64(key.spread)) }

    /// One that none knows may get another key, and is where it is as long as something leads to it.
    init(_ object: NSManagedObject) {
        self.init(spreading: UInt64(UInt(bitPattern: ObjectIdentifier(object))))
    }

    private init(spreading value: UInt64) {
        let mixed = UInt32(truncatingIfNeeded: (value &* 0x9E37_79B9_7F4A_7C15) >> 32)
        bits = max(mixed, 2)
    }
}

/// Where a link of each object of a list leads, as far as somebody has looked.
struct LinkColumn {
    let place: LinkPlace
    private var marks: [LinkMark] = []

    init(_ place: LinkPlace) { self.place = place }

    /// Forgets what is behind so many objects.
    mutating func cut(_ count: Int) { if marks.count > count { marks.removeLast(marks.count - count) } }

    /// Lets an object stand in front of where it stood.
    mutating func move(_ index: Int, to place: Int) {
        if place < marks.count { marks[place] = index < marks.count ? marks[index] : .unknown }
    }

    /// See ``UnsavedList/first(_:leadingBy:)``.
    func first(_ count: Int, of objects: [NSManagedObject], _ filter: LinkFilter) -> [NSManagedObject] {
        var found: [NSManagedObject] = []
        for index in 0..<min(count, marks.count) where filter.admits(marks[index]) {
            if !objects[index].state.contains(.linksChanged) { found.append(objects[index]) }
        }
        return found
    }

    /// Looks at objects that have come since, as many as there are in front of a number.
    mutating func extend(to count: Int, of objects: [NSManagedObject]) {
        guard marks.count < count else { return }
        var (lastShape, isOfEntity): (ObjectShape?, Bool) = (nil, false)
        objects[marks.count..<count].forEachAhead { object in
            if object.shape !== lastShape {
                (lastShape, isOfEntity) = (object.shape, object.entity.isKindOf(entity: place.entity))
            }
            marks.append(isOfEntity ? object.linkMark(place.slot) : .none)
        }
    }
}

extension NSManagedObject {
    /// Where a link leads. From now on the context notes when one is to be changed.
    fileprivate final func linkMark(_ slot: Int) -> LinkMark {
        guard state.isDisjoint(with: [.fault, .linksChanged]) else { return .unknown }
        let place = shape.layout.places[slot]
        guard place.kind == .toOne else { return .unknown }
        state.insert(.linksMarked)
        guard let key = memory.destinationKey(place) else { return .none }
        if !key.isTemporary { return LinkMark(key) }
        guard let other = memory.object(place), other.core === core else { return .unknown }
        other.state.insert(.markedByPlace)
        return LinkMark(other)
    }
}
