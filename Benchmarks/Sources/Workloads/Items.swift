internal import Measure

/// What the items of the area `store` are like: the same in every program.
public struct ItemValues: Sendable {
    public let number: Int64
    public let ratio: Double
    public let name: String
    /// Seconds since the reference date.
    public let date: Double
    /// The number of its owner, from 1; 0 for none.
    public let owner: Int

    /// The item with a number, among so many.
    public init(_ index: Int, of count: Int = Self.count) {
        var item = measure_item_of(Int64(index), Int64(count))
        number = item.number
        ratio = item.ratio
        name = withUnsafeBytes(of: &item.name) { String(decoding: $0.prefix(Self.nameLength), as: UTF8.self) }
        date = item.date
        owner = Int(item.owner)
    }

    /// All of them, made before anything is measured.
    public static func make() -> [ItemValues] { (0..<count).map { ItemValues($0) } }

    /// What the ratio of the item becomes that is changed as number `index`.
    public static func newRatio(_ index: Int) -> Double { measure_new_ratio(Int64(index)) }

    public static let count = Int(MEASURE_ITEMS)
    public static let ownerCount = Int(MEASURE_OWNERS)
    /// How many items are changed, deleted, or in the range.
    public static let partCount = Int(MEASURE_PART)
    /// The numbers of the range.
    public static let range = Int(MEASURE_RANGE)..<(Int(MEASURE_RANGE) + Int(MEASURE_PART))
    /// How many bytes a name has.
    public static let nameLength = 20
}

/// The pages of page-10m: at the same places in every program.
public struct RandomPages {
    private var state: UInt64 = 1

    public init() {}

    /// Where the next page begins in the list.
    public mutating func next() -> Int {
        Int(measure_random(&state) % UInt64(Self.itemCount / Self.pageSize)) * Self.pageSize
    }

    /// How many items the list has.
    public static let itemCount = Int(MEASURE_PAGED_ITEMS)
    public static let pageSize = Int(MEASURE_PAGE)
    /// How many pages are looked at.
    public static let count = Int(MEASURE_PAGES)
    /// The path of the file that has them.
    public static var file: String { String(cString: measure_paged_store()) }
}
