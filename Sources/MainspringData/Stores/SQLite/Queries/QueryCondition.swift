/// What is true, false or unknown of a row, as SQL has it.
struct QueryCondition {
    /// What must stand in parentheses in which.
    private enum Level {
        case single
        case all
        case any
    }

    let sql: SQLText
    private let level: Level
    /// How many levels of others there are in it.
    private let depth: Int

    private init(_ sql: SQLText, _ level: Level, _ depth: Int) {
        (self.sql, self.level, self.depth) = (sql, level, depth)
    }

    /// A comparison, or whatever binds as tightly.
    init(_ sql: SQLText) { self.init(sql, .single, 0) }

    static let always = QueryCondition("1")
    static let never = QueryCondition("0")

    /// The condition in parentheses, where it is a part of something else.
    var grouped: SQLText { level == .single ? sql : "(\(sql))" }

    /// SQLite's trees of expressions are at most a thousand levels deep, and so many parts in a row are as many levels.
    private static let mostParts = 100

    /// Whether all hold.
    static func all(_ parts: [QueryCondition]) -> QueryCondition { joined(parts, .all) }

    /// Whether one holds.
    static func any(_ parts: [QueryCondition]) -> QueryCondition { joined(parts, .any) }

    private static func joined(_ parts: [QueryCondition], _ level: Level) -> QueryCondition {
        if parts.count <= 1 { return parts.first ?? (level == .all ? always : never) }
        if parts.count > mostParts {
            let size = (parts.count + mostParts - 1) / mostParts
            let groups = stride(from: 0, to: parts.count, by: size).map { start in
                let group = joined(Array(parts[start..<min(start + size, parts.count)]), level)
                return QueryCondition("(\(group.sql))", .single, group.depth + 1)
            }
            return joined(groups, level)
        }
        // The deepest comes first: SQLite's parser keeps whatever stands before an open parenthesis, and has room for 100.
        let deepest = parts.indices.max { parts[$0].depth < parts[$1].depth } ?? 0
        var parts = parts
        if parts[deepest].depth > 1 { parts.swapAt(0, deepest) }
        let texts = parts.map { part in
            switch (level, part.level) {
            case (.all, .any): part.grouped
            default: part.sql
            }
        }
        let depth = (parts.map(\.depth).max() ?? 0) + 1
        return QueryCondition(level == .all ? "\(texts, by: " AND ")" : "\(texts, by: " OR ")", level, depth)
    }

    /// Whether it does not hold; unknown where that is unknown.
    var negated: QueryCondition { QueryCondition("NOT \(grouped)", .single, depth + 1) }
}
