internal import CSQLite
internal import Foundation
internal import MainspringModel

/// How far a migration is.
///
/// The steps are counted in keys, since one table may have nearly all rows. How many there are is taken from the first and the last one,
/// which costs nothing to ask for; where many are missing between them a part goes faster than others.
extension MigrationRun {
    /// A table's keys.
    private struct Keys {
        let (first, last): (Int64, Int64)

        /// No table is taken to have more, so that all of them can be added up.
        private static let greatestCount: Int64 = 1 << 40
        /// Fewer rows are copied by one statement, and any table by some dozens.
        private static let fewestAtOnce: Int64 = 20_000
        private static let mostParts: Int64 = 50

        /// How far the last one is from the first, as far as that can be said.
        private var span: Int64 {
            let (span, isTooGreat) = last.subtractingReportingOverflow(first)
            return isTooGreat ? .max : max(span, 0)
        }

        var count: Int64 { min(span, Self.greatestCount - 1) + 1 }

        /// The last keys of all parts but the last one.
        var ends: [Int64] {
            let width = max(Self.fewestAtOnce, span / Self.mostParts)
            var ends: [Int64] = []
            var end = first
            while case (let next, false) = end.addingReportingOverflow(width), next < last {
                ends.append(next)
                end = next
            }
            return ends
        }

        /// How many keys there are up to one, if none is missing.
        func count(upTo key: Int64) -> Int64 {
            Int64(Double(count) * (Double(key) - Double(first)) / max(Double(span), 1))
        }
    }

    /// Nil for a table without rows, and for one whose rows have no numbers.
    private func keys(of table: String) throws(SQLiteFailure) -> Keys? {
        let name = SQLiteName.quoted(table)
        let ends: SQLiteStatement
        do throws(SQLiteFailure) {
            // The first and the last are found at once if they are asked for one by one.
            ends = try connection.prepare("SELECT (SELECT min(rowid) FROM \(name)), (SELECT max(rowid) FROM \(name))")
        } catch {
            guard error.code == SQLITE_ERROR else { throw error }
            return nil
        }
        guard try ends.step(), !ends.isNull(0) else { return nil }
        return Keys(first: ends.integer(0), last: ends.integer(1))
    }

    func keyCount(of table: String) throws(SQLiteFailure) -> Int64 { try keys(of: table)?.count ?? 0 }

    /// An index of half a million rows took half of the time in which they were copied.
    private static var workForCopying: Int64 { 2 }

    /// What there is to do for a table.
    func work(_ fate: TableFate) throws(SQLiteFailure) -> Int64 {
        var sources: [TablePlan] = []
        switch fate {
        case .made: break
        case .kept(let kept):
            // Names and new columns cost the same for any number of rows.
            let isTouched = !kept.updates.isEmpty || !kept.fillings.isEmpty || !kept.removedNumbers.isEmpty
            if isTouched { sources = [kept.source] }
        case .copied(let copied): sources = copied
        }
        var work: Int64 = 0
        for source in sources { work += try keyCount(of: name(source)) * Self.workForCopying }
        return work
    }

    /// Says how much there is to do, once it has been decided what happens to each table.
    func beginProgress() throws(SQLiteFailure) {
        // Something for each step, and something for the commit.
        var total = Int64(layout.after.tables.count + layout.after.joins.count + 4)
        for (table, fate) in zip(layout.after.tables, fates) {
            let work = try work(fate)
            total += work
            guard case .copied = fate else { continue }
            let indexes = IndexPlan.keys(table) + IndexPlan.asked(table, layout.after.numbers)
            total += work / Self.workForCopying * Int64(indexes.count)
        }
        for number in layout.before.joins.indices { total += try keyCount(of: name(ofJoin: number)) }
        progress.totalUnitCount = total
    }

    /// So much more is done. Never finishes it: who commits does.
    func advance(_ count: Int64 = 1) { reach(progress.completedUnitCount + count) }

    private func reach(_ count: Int64) {
        progress.completedUnitCount = max(progress.completedUnitCount, min(count, progress.totalUnitCount - 1))
    }

    /// An index was made.
    func advance(index: IndexPlan) throws(SQLiteFailure) {
        // Those of other tables are mostly there already, and were not counted.
        let isCounted = zip(layout.after.tables, fates).contains { table, fate in
            if case .copied = fate { table.name == index.table } else { false }
        }
        if isCounted { advance(try keyCount(of: index.table)) }
    }

    /// Runs a statement that copies rows, for some keys after others, so that it can be told how far it is.
    /// - Parameters:
    ///   - sql: has the first key as its first parameter, and the last one as its second.
    ///   - table: whose keys they are.
    func executeInParts(_ sql: String, of table: String) throws(SQLiteFailure) {
        let statement = try connection.prepare(sql)
        let (keys, begin) = (try keys(of: table), progress.completedUnitCount)
        var first = Int64.min
        for end in (keys?.ends ?? []) + [.max] {
            try statement.bind(first, at: 1)
            try statement.bind(end, at: 2)
            try statement.run()
            guard end < .max, let keys else { break }
            reach(begin + keys.count(upTo: end) * Self.workForCopying)
            first = end + 1
        }
        reach(begin + (keys?.count ?? 0) * Self.workForCopying)
    }
}
