/// What the XML of models calls the delete rules.
enum DeleteRuleName {
    private static let names: [(name: String, rule: NSDeleteRule)] = [
        ("No Action", .noActionDeleteRule), ("Nullify", .nullifyDeleteRule), ("Cascade", .cascadeDeleteRule),
        ("Deny", .denyDeleteRule),
    ]

    /// The rule of a name; nil if there is none.
    static func rule(_ name: String) -> NSDeleteRule? { names.first { $0.name == name }?.rule }

    /// The name of a rule.
    static func name(_ rule: NSDeleteRule) -> String { names.first { $0.rule == rule }?.name ?? "No Action" }
}
