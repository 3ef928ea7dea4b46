/// The objects of a root entity and all that inherit from it, by their keys.
///
/// A value. The records lie in pages by their keys, which count up, so that a copy shares all pages, and what is changed
/// then is one page and not all. Keys below 1 lie in a table of their own.
struct RowTable {
    /// Of 256 keys in a row.
    private final class Page {
        var records: ContiguousArray<RowRecord?>
        var count: Int

        init() { (records, count) = (ContiguousArray(repeating: nil, count: 256), 0) }

        init(_ other: Page) { (records, count) = (other.records, other.count) }
    }

    private var pages: ContiguousArray<Page?> = []
    /// The pages of keys that are too far from the others to lie in a row with them.
    private var farPages: [Int64: Page] = [:]
    private(set) var count = 0

    private static let shift: Int64 = 8
    private static let mask: Int64 = 255

    subscript(key: Int64) -> RowRecord? {
        get {
            let number = key >> Self.shift
            if number >= 0, number < pages.count, let page = pages[Int(number)] {
                return page.records[Int(key & Self.mask)]
            }
            return farPages.isEmpty ? nil : farPages[number]?.records[Int(key & Self.mask)]
        }
        set {
            let number = key >> Self.shift
            if isNear(number) {
                while pages.count <= number { pages.append(nil) }
                Self.update(&pages[Int(number)], Int(key & Self.mask), newValue, &count)
            } else {
                Self.update(&farPages[number], Int(key & Self.mask), newValue, &count)
            }
        }
    }

    /// Changes a record where it lies, if there is one.
    mutating func withRecord(_ key: Int64, _ body: (inout RowRecord) -> Void) {
        let number = key >> Self.shift
        if isNear(number) {
            guard number < pages.count else { return }
            Self.change(&pages[Int(number)], Int(key & Self.mask), body)
        } else if farPages[number] != nil {
            Self.change(&farPages[number], Int(key & Self.mask), body)
        }
    }

    /// Keys that leave gaps, as those of a custom store or of a hostile file may, do not make pages for the gaps: there are
    /// at most some more pages than records.
    private func isNear(_ number: Int64) -> Bool {
        number >= 0 && number < max(Int64(pages.count), 64 + Int64(count)) && farPages[number] == nil
    }

    /// Makes a page one that no other value has.
    private static func own(_ page: inout Page?) {
        if page != nil, !isKnownUniquelyReferenced(&page) { page = page.map { Page($0) } }
    }

    @inline(__always)
    private static func change(_ page: inout Page?, _ place: Int, _ body: (inout RowRecord) -> Void) {
        own(&page)
        guard let owned = page else { return }
        owned.records.withUnsafeMutableBufferPointer { records in
            // In place: a copy of the record would make its links shared.
            guard records[place] != nil else { return }
            body(&records[place]!)
        }
    }

    private static func update(_ page: inout Page?, _ place: Int, _ record: RowRecord?, _ count: inout Int) {
        if page == nil, record != nil { page = Page() }
        own(&page)
        guard let owned = page else { return }
        let difference = (record == nil ? 0 : 1) - (owned.records[place] == nil ? 0 : 1)
        owned.records[place] = record
        owned.count += difference
        count += difference
        if owned.count == 0 { page = nil }
    }

    /// Changes where an object's relationships to many lead, if it is there.
    mutating func withLinks(_ key: Int64, count: (Row) -> Int, _ body: (RowLinks) -> Void) {
        withRecord(key) { record in
            if record.links == nil {
                record.links = RowLinks(count: count(record.row))
            } else if !isKnownUniquelyReferenced(&record.links) {
                record.links = record.links.map { RowLinks($0) }
            }
            if let links = record.links { body(links) }
        }
    }

    /// Calls a closure with each record, by ascending keys; keys far from the others come apart from them.
    func forEach(_ body: (Int64, RowRecord) throws -> Void) rethrows {
        let far = farPages.keys.sorted()
        for number in far where number < 0 { try farPages[number].map { try Self.forEach($0, number, body) } }
        for (number, page) in pages.enumerated() { try page.map { try Self.forEach($0, Int64(number), body) } }
        for number in far where number >= 0 { try farPages[number].map { try Self.forEach($0, number, body) } }
    }

    private static func forEach(
        _ page: Page, _ number: Int64, _ body: (Int64, RowRecord) throws -> Void
    ) rethrows {
        for (place, record) in page.records.enumerated() {
            guard let record else { continue }
            try body(number << shift | Int64(place), record)
        }
    }
}
