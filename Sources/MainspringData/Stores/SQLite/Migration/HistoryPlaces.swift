internal import Foundation
internal import MainspringModel

/// How the history of a file names the properties of entities that migrate: by places among all that an entity has, which are other
/// ones in another model.
struct HistoryPlaces {
    /// An entity of both models.
    private struct Entity {
        /// That of the file.
        package let number: Int64
        /// What each bit of an update was, or each preserved value; nil for what is new.
        let (bits, preserved): ([Int?], [Int?])
        /// How many there were.
        let (bitCount, preservedCount): (Int, Int)

        var keepsBits: Bool { Self.keeps(bits, bitCount) }
        var keepsPreserved: Bool { Self.keeps(preserved, preservedCount) }

        /// Whether all are where they were, and what is new comes behind them.
        private static func keeps(_ places: [Int?], _ count: Int) -> Bool {
            places.prefix(count).elementsEqual((0..<count).map { $0 })
                && places.dropFirst(count).allSatisfy { $0 == nil }
        }
    }

    private let entities: [Entity]

    init(_ mapping: InferredMapping, _ numbers: EntityNumbers) {
        entities = mapping.pairs.compactMap { pair in
            guard let number = numbers[pair.destination] else { return nil }
            let old = HistoryEntity(pair.source, model: mapping.source, root: 0)
            let new = HistoryEntity(pair.destination, model: mapping.destination, root: 0)
            func places(_ new: [NSPropertyDescription], _ old: [NSPropertyDescription]) -> [Int?] {
                new.map { property in
                    pair.source(of: property).flatMap { source in old.firstIndex { $0 === source } }
                }
            }
            return Entity(
                number: number, bits: places(new.properties, old.properties),
                preserved: places(new.preserved, old.preserved), bitCount: old.properties.count,
                preservedCount: old.preserved.count)
        }
    }

    /// Gives the rows of a history their new places, in the transaction that is open. As long as that takes to go through them, and
    /// nothing where no entity's places are others.
    func apply(_ form: HistoryForm, _ connection: SQLiteConnection) throws(SQLiteFailure) {
        let moved = entities.filter { !$0.keepsBits }
        if !moved.isEmpty {
            try connection.add(Self.function(moved))
            let numbers = moved.map { "\($0.number)" }.joined(separator: ", ")
            try connection.execute(
                """
                UPDATE \(HistoryForm.changeTable) SET ZCOLUMNS = \(Self.name)(ZENTITY, ZCOLUMNS) \
                WHERE ZENTITY IN (\(numbers)) AND ZCOLUMNS NOT NULL
                """)
        }
        for entity in entities where !entity.keepsPreserved {
            let form = try HistoryTables.complete(form, tombstoneCount: entity.preserved.count, connection)
            let settings = (0..<form.tombstoneCount).map { number in
                let former = number < entity.preserved.count ? entity.preserved[number] : nil
                let value = former.flatMap { $0 < form.tombstoneCount ? HistoryForm.tombstone($0) : nil } ?? "NULL"
                return "\(HistoryForm.tombstone(number)) = \(value)"
            }
            guard !settings.isEmpty else { continue }
            try connection.execute(
                """
                UPDATE \(HistoryForm.changeTable) SET \(settings.joined(separator: ", ")) WHERE ZENTITY = \(entity.number)
                """)
        }
    }

    private static let name = "MainspringHistoryColumns"

    /// What the bits of an entity's update are now.
    private static func function(_ entities: [Entity]) -> SQLiteFunction {
        let places = Dictionary(entities.map { ($0.number, $0.bits) }) { first, _ in first }
        return SQLiteFunction(name, argumentCount: 2) { arguments in
            let bits = places[arguments.integer(0)] ?? []
            var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
            arguments.withBytes(1) { old in
                for (bit, former) in bits.enumerated() {
                    guard let former, former >> 3 < old.count, old[former >> 3] & (0x80 >> UInt8(former & 7)) != 0
                    else {
                        continue
                    }
                    HistoryBits.set(bit, &bytes)
                }
            }
            return .blob(Data(bytes))
        }
    }
}
