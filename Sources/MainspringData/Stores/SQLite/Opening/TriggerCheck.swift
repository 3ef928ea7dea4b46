internal import Foundation

/// The triggers that a file has.
struct TriggerCheck {
    /// The tables whose rows triggers may change when they are written, in capital letters.
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
        for table in plan.tables where tables.contains(table.name.uppercased()) && problem == nil {
            problem = Self.problem(table, connection)
        }
        self.problem = problem
    }

    /// A statement that is prepared has looked up whatever the triggers of its table call.
    private static func problem(_ table: TablePlan, _ connection: SQLiteConnection) -> String? {
        let name = SQLiteName.quoted(table.name)
        let columns = ["Z_ENT", "Z_OPT"] + table.columns.map(\.name)
        let settings = columns.map { "\(SQLiteName.quoted($0)) = \(SQLiteName.quoted($0))" }.joined(separator: ", ")
        let statements = [
            "INSERT INTO \(name) (Z_ENT) VALUES (0)", "UPDATE \(name) SET \(settings)", "DELETE FROM \(name)",
        ]
        for statement in statements {
            do throws(SQLiteFailure) {
                _ = try connection.prepare(statement)
            } catch {
                return
                    "A trigger of its table \(table.name) cannot be run here: \(error.message). Drop the trigger to save "
                    + "into the store."
            }
        }
        return nil
    }
}
