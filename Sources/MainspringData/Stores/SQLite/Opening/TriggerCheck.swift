internal import Foundation

/// The triggers that a file has.
struct TriggerCheck {
    /// The tables at which triggers are that may change any row when the table is written, in capital letters.
    let tables: Set<String>
    /// Why tables cannot be written, in a sentence; nil if they can.
    let problem: String?

    /// Looks whether all that triggers call is there.
    init(_ connection: SQLiteConnection, _ plan: StorePlan) throws(SQLiteFailure) {
        var tables: Set<String> = []
        let rows = try connection.prepare("SELECT DISTINCT tbl_name FROM sqlite_master WHERE type = 'trigger'")
        while try rows.step() { tables.insert(rows.string(0).uppercased()) }
        self.tables = tables
        var problem: String?
        for (table, statements) in Self.statements(plan)
        where tables.contains(table.uppercased()) && problem == nil {
            problem = Self.problem(table, statements, connection)
        }
        self.problem = problem
    }

    /// What a save does to each table.
    private static func statements(_ plan: StorePlan) -> [(table: String, statements: [String])] {
        func changing(_ table: String, _ columns: [String]) -> (String, [String]) {
            let name = SQLiteName.quoted(table)
            let settings = columns.map { "\(SQLiteName.quoted($0)) = \(SQLiteName.quoted($0))" }.joined(separator: ", ")
            let inserted = SQLiteName.quoted(columns[0])
            return (
                table,
                [
                    "INSERT INTO \(name) (\(inserted)) VALUES (0)", "UPDATE \(name) SET \(settings)",
                    "DELETE FROM \(name)",
                ]
            )
        }
        return plan.tables.map { changing($0.name, ["Z_ENT", "Z_OPT"] + $0.columns.map(\.name)) }
            + plan.joins.map { join in
                changing(
                    join.name,
                    [join.first.ownColumn, join.second.ownColumn]
                        + [join.first.orderColumn, join.second.orderColumn].compactMap(\.self))
            } + [
                ("Z_PRIMARYKEY", ["UPDATE Z_PRIMARYKEY SET Z_MAX = 0"]),
                ("Z_METADATA", ["INSERT OR REPLACE INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, '', '')"]),
            ]
    }

    /// A statement that is prepared has looked up whatever the triggers of its table call.
    private static func problem(_ table: String, _ statements: [String], _ connection: SQLiteConnection) -> String? {
        for statement in statements {
            do throws(SQLiteFailure) {
                _ = try connection.prepare(statement)
            } catch {
                return
                    "A trigger of its table \(table) cannot be run here: \(error.message). Drop the trigger to save "
                    + "into the store."
            }
        }
        return nil
    }
}
