/// How the members of an ordered relationship stood when they were read in the midst of merging: some of them come to their places later.
///
/// On the context's queue.
final class ReadOrder {
    private let members: ContiguousArray<NSManagedObject>
    private lazy var places = Dictionary(
        members.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
    /// Those that have come since.
    private var come = ObjectSet()

    init(_ members: ContiguousArray<NSManagedObject>) { self.members = members }

    /// Where one that was not read stands: behind all that were.
    private func place(of object: NSManagedObject) -> Int { places[ObjectIdentifier(object)] ?? .max }

    /// Where a member comes to stand in a list without an order of its own: those that were read come first, as they were read.
    func index(of member: NSManagedObject, in list: ContiguousArray<NSManagedObject>) -> Int {
        let place = place(of: member)
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if self.place(of: list[middle]) <= place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The same where the program has given the members an order: behind all but those that have come since, and are behind it as read.
    func indexBehind(of member: NSManagedObject, in list: ContiguousArray<NSManagedObject>) -> Int {
        let place = place(of: member)
        come.insert(member)
        var index = list.count
        while index > 0, come.contains(list[index - 1]), self.place(of: list[index - 1]) > place { index -= 1 }
        return index
    }
}
