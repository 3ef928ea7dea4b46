internal import Foundation
internal import MainspringFoundation

extension FetchEvaluation {
    /// The dictionaries that come out of candidates; nil is a key that is not there.
    func dictionaries(of candidates: [Candidate]) throws(FetchRequestError) -> [NSDictionary] {
        guard let dictionaries = plan.dictionaries else { return [] }
        return try evaluating {
            let columns = try dictionaries.columns.map { try $0.fixed() }
            let chosen = choose(candidates)
            let records: [FetchRecord]
            if dictionaries.isAggregated {
                records = try sort(groups(of: chosen, dictionaries, columns))
            } else if dictionaries.sortsColumns {
                records = try sort(chosen.map { try FetchRecord($0, columns) })
            } else {
                return try first(of: sort(chosen), dictionaries) { try FetchRecord($0, columns) }
            }
            return try first(of: records, dictionaries) { $0 }
        }
    }

    private func sort(_ records: [FetchRecord]) throws -> [FetchRecord] {
        guard !plan.order.descriptors.isEmpty, let row = records.first?.object else { return records }
        try plan.order.check(for: row, plan.title)
        return records.sorted(using: plan.order.descriptors)
    }

    /// The dictionaries that distinctness, offset and limit leave; no more are made than there may be.
    private func first<Row>(
        of rows: [Row], _ dictionaries: DictionaryPlan, _ record: (Row) throws -> FetchRecord
    ) throws -> [NSDictionary] {
        guard dictionaries.isDistinct else { return try part(rows).map { try record($0).dictionary } }
        var known: Set<[GroupValue]> = []
        var results: [NSDictionary] = []
        var left = plan.offset
        for row in rows {
            if let limit = plan.limit, results.count == limit { break }
            let record = try record(row)
            guard known.insert(record.values.map { GroupValue($0) }).inserted else { continue }
            if left > 0 { left -= 1 } else { results.append(record.dictionary) }
        }
        return results
    }

    // MARK: - Groups

    /// A record for each group, in the order of their first objects; one for all without groups.
    private func groups(
        of objects: [Candidate], _ dictionaries: DictionaryPlan, _ columns: [FetchColumn]
    ) throws -> [FetchRecord] {
        guard !dictionaries.groups.isEmpty else { return [try total(of: objects, dictionaries, columns)] }
        let groupColumns = try dictionaries.groups.map { try $0.fixed() }
        var places: [[GroupValue]: Int] = [:]
        var groups: [(values: [Any?], members: [any FetchCandidate])] = []
        for object in objects {
            let values = try groupColumns.map { try $0.value(of: object, nil) }
            let key = values.map { GroupValue($0) }
            if let place = places[key] {
                groups[place].members.append(object)
            } else {
                places[key] = groups.count
                groups.append((values, [object]))
            }
        }
        return try groups.compactMap { group in
            let aggregates = dictionaries.aggregates.values(of: group.members)
            let record = try FetchRecord(group.members.first, columns, aggregates)
            guard let having = dictionaries.having else { return record.adding(groupColumns, group.values) }
            let variables = record.named.merging(aggregates) { $1 }
            guard having.evaluate(with: group.members.first, substitutionVariables: variables) else { return nil }
            return record.adding(groupColumns, group.values)
        }
    }

    /// The one record of all objects. A column that is none of all of them is that of the object with the only minimum or
    /// maximum that is asked for, as in SQLite, else that of the first.
    private func total(
        of objects: [Candidate], _ dictionaries: DictionaryPlan, _ columns: [FetchColumn]
    ) throws -> FetchRecord {
        let aggregates = dictionaries.aggregates.values(of: objects)
        var representative: (any FetchCandidate)? = objects.first
        if let extreme = dictionaries.aggregates.aggregates.first, extreme.isExtreme, aggregates.count == 1,
            let value = plain(aggregates.values.first)
        {
            representative = extreme.object(with: value, among: objects) ?? representative
        }
        return try FetchRecord(representative, columns, aggregates)
    }
}
