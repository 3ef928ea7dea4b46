internal import Foundation
internal import MainspringModel

/// All objects of a store in memory, as they were at one moment.
///
/// A value: a copy costs nothing, and stays as it is while the original changes.
struct RowTables {
    let schema: RowSchema
    /// By the numbers of the root entities.
    private var tables: ContiguousArray<RowTable>

    init(_ schema: RowSchema) {
        self.schema = schema
        tables = ContiguousArray(repeating: RowTable(), count: schema.roots.count + 1)
    }

    // MARK: Reading

    func record(_ key: ObjectKey) -> RowRecord? { table(key.root)?[key.key] }

    private func table(_ root: UInt32) -> RowTable? { root < tables.count ? tables[Int(root)] : nil }

    /// The identities of the objects that a relationship to many leads to, without those that are not there.
    func members(of record: RowRecord, slot: Int) -> [NSManagedObjectID] {
        guard let links = record.links, let plan = schema.plan(record.row.layout),
            slot < plan.toManyNumbers.count, plan.toManyNumbers[slot] >= 0
        else { return [] }
        let number = plan.toManyNumbers[slot]
        guard let table = table(plan.toManys[number].root) else { return [] }
        if links.orders[number].isEmpty { return links.sets[number].compactMap { table[$0]?.identity } }
        return links.keys(number).compactMap { table[$0]?.identity }
    }

    /// The keys in a relationship to many, whether there are such objects or not.
    func memberKeys(of record: RowRecord, number: Int) -> ContiguousArray<Int64> { record.links?.keys(number) ?? [] }

    /// Makes something of each object of an entity, and of those that inherit from it if that is said, by their keys.
    func map<Result>(
        _ entity: NSEntityDescription, includingSubentities: Bool, _ body: (NSManagedObjectID, Row) -> Result
    ) -> [Result] {
        guard let table = table(schema.roots.number(of: entity)) else { return [] }
        var found: [Result] = []
        found.reserveCapacity(table.count)
        var last: NSEntityDescription?
        var isWanted = false
        table.forEach { _, record in
            let own = record.row.layout.entity
            if own !== last {
                last = own
                isWanted = own === entity || includingSubentities && own.isKindOf(entity: entity)
            }
            if isWanted { found.append(body(record.identity, record.row)) }
        }
        return found
    }

    /// Calls a closure with each record, by root entities and keys.
    func forEach(_ body: (RowRecord) throws -> Void) rethrows {
        for table in tables { try table.forEach { try body($1) } }
    }

    var count: Int { tables.reduce(0) { $0 + $1.count } }

    // MARK: Changing

    /// Puts an object in, or gives it other values. Whoever it leads to by relationships to one learns of it by
    /// ``noteDestinations(of:_:from:to:)``.
    mutating func set(_ row: Row, _ identity: NSManagedObjectID) {
        let key = identity.key
        guard key.root < tables.count else { return }
        if tables[Int(key.root)][key.key] == nil {
            tables[Int(key.root)][key.key] = RowRecord(identity: identity, row: row, links: nil)
        } else {
            tables[Int(key.root)].withRecord(key.key) { $0.row = row }
        }
    }

    /// Takes an object out, and out of all relationships that lead to it.
    mutating func remove(_ key: ObjectKey) {
        guard let record = record(key), let plan = schema.plan(record.row.layout) else { return }
        noteDestinations(of: key.key, plan, from: record.row, to: nil)
        if let links = record.links {
            for (number, toMany) in plan.toManys.enumerated() {
                guard case .pairs(let back) = toMany.source else { continue }
                for other in links.sets[number] { link(other, toMany.root, back, key.key, isMember: false) }
            }
        }
        tables[Int(key.root)][key.key] = nil
    }

    /// Lets those that an object led to, and leads to now, know of it.
    mutating func noteDestinations(of key: Int64, _ plan: EntityPlan, from old: Row?, to new: Row?) {
        for toOne in plan.toOnes where toOne.back >= 0 {
            let before = old?.memory.destinationKey(toOne.place)
            let after = new?.memory.destinationKey(toOne.place)
            guard before != after else { continue }
            if let before { link(before.key, toOne.root, toOne.back, key, isMember: false) }
            if let after { link(after.key, toOne.root, toOne.back, key, isMember: true) }
        }
    }

    /// Changes a relationship to many as a context says it.
    mutating func apply(_ change: MembersChange, to key: ObjectKey, _ plan: EntityPlan) {
        let number = plan.toManyNumbers[change.slot]
        guard number >= 0 else { return }
        let toMany = plan.toManys[number]
        switch toMany.source {
        case .destinations: break
        case .given:
            for other in change.removed { link(key.key, key.root, number, other.key.key, isMember: false) }
            for other in change.added { link(key.key, key.root, number, other.key.key, isMember: true) }
        case .pairs(let back):
            for other in change.removed {
                link(key.key, key.root, number, other.key.key, isMember: false)
                link(other.key.key, toMany.root, back, key.key, isMember: false)
            }
            for other in change.added {
                link(key.key, key.root, number, other.key.key, isMember: true)
                link(other.key.key, toMany.root, back, key.key, isMember: true)
            }
        }
        guard toMany.isOrdered, let order = change.order else { return }
        setOrder(ContiguousArray(order.map(\.key.key)), of: key, number: number)
    }

    /// Adds what a file says of a relationship to many.
    mutating func link(_ others: [Int64], to key: ObjectKey, _ plan: EntityPlan, number: Int) {
        let toMany = plan.toManys[number]
        switch toMany.source {
        case .destinations: break
        case .given: for other in others { link(key.key, key.root, number, other, isMember: true) }
        case .pairs(let back):
            for other in others {
                link(key.key, key.root, number, other, isMember: true)
                link(other, toMany.root, back, key.key, isMember: true)
            }
        }
        if toMany.isOrdered { setOrder(ContiguousArray(others), of: key, number: number) }
    }

    /// Gives a relationship to many its order.
    mutating func setOrder(_ order: ContiguousArray<Int64>, of key: ObjectKey, number: Int) {
        changeLinks(key.key, key.root) { $0.orders[number] = order }
    }

    /// Makes a relationship to many what is said of it, whatever it was.
    mutating func setMembers(_ keys: KeySet, of key: ObjectKey, number: Int) {
        changeLinks(key.key, key.root) { $0.sets[number] = keys }
    }

    private mutating func link(_ key: Int64, _ root: UInt32, _ number: Int, _ other: Int64, isMember: Bool) {
        changeLinks(key, root) { links in
            if isMember { links.sets[number].insert(other) } else { links.sets[number].remove(other) }
        }
    }

    private mutating func changeLinks(_ key: Int64, _ root: UInt32, _ body: (RowLinks) -> Void) {
        guard root < tables.count else { return }
        let schema = schema
        tables[Int(root)].withLinks(key, count: { schema.plan($0.layout)?.toManys.count ?? 0 }, body)
    }
}
