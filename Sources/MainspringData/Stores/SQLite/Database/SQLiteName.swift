/// Names of tables and columns in statements.
package enum SQLiteName {
    /// The name in quotation marks, so that it is one name whatever is in it.
    package static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}
