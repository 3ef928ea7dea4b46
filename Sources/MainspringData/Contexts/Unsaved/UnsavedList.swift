/// Objects that may not be saved, and beside them where those of their links lead that fetches have asked for.
///
/// A fetch looks at all that is not saved. These objects lie all over the memory: some 30 ns each, 5 ms for 170,000. Most fetches ask
/// for a certain link, and what a column says of that takes four bytes.
struct UnsavedList {
    private(set) var objects: [NSManagedObject] = []
    private var columns: [LinkColumn] = []

    private static let mostColumns = 4

    var count: Int { objects.count }
    var isEmpty: Bool { objects.isEmpty }

    mutating func append(_ object: NSManagedObject) { objects.append(object) }

    /// Puts another list behind this one.
    mutating func append(_ other: UnsavedList) { objects += other.objects }

    mutating func removeLast() -> NSManagedObject {
        defer { cutColumns() }
        return objects.removeLast()
    }

    /// Takes objects out.
    /// - Returns: what still refers to them where they were most of all: to let go of 170,000 takes 3 ms, and may be done in steps.
    @discardableResult
    mutating func removeAll(where isGone: (NSManagedObject) -> Bool) -> [NSManagedObject] {
        var count = 0
        for index in objects.indices where !isGone(objects[index]) {
            if count < index {
                objects.swapAt(count, index)
                for column in columns.indices { columns[column].move(index, to: count) }
            }
            count += 1
        }
        var former: [NSManagedObject] = []
        if count < objects.count / 2 {
            let kept = Array(objects[..<count])
            swap(&former, &objects)
            objects = kept
        } else {
            objects.removeLast(objects.count - count)
        }
        cutColumns()
        return former
    }

    private mutating func cutColumns() {
        for index in columns.indices { columns[index].cut(objects.count) }
    }

    /// Forgets where links lead.
    mutating func forgetLinks() { columns = [] }

    /// The first so many objects, without those that lead elsewhere, and without those whose links have been changed since they were
    /// looked at (``ContextCore/changedLinks``).
    ///
    /// Cost: a nanosecond for each, and what it takes to look at those that came since.
    mutating func first(_ count: Int, leadingBy filter: LinkFilter) -> [NSManagedObject] {
        let index = columns.firstIndex { $0.place == filter.place } ?? addColumn(filter.place)
        columns[index].extend(to: count, of: objects)
        return columns[index].first(count, of: objects, filter)
    }

    /// Looks where the links lead that have been asked for, of objects that came since.
    mutating func lookAtLinks() {
        for index in columns.indices { columns[index].extend(to: objects.count, of: objects) }
    }

    private mutating func addColumn(_ place: LinkPlace) -> Int {
        if columns.count == Self.mostColumns { columns.removeFirst() }
        columns.append(LinkColumn(place))
        return columns.count - 1
    }
}
