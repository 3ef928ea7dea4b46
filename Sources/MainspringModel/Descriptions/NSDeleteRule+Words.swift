extension NSDeleteRule {
    /// What the rule is called, as in Xcode.
    @_spi(Tools) public var words: String {
        switch self {
        case .noActionDeleteRule: "No Action"
        case .nullifyDeleteRule: "Nullify"
        case .cascadeDeleteRule: "Cascade"
        case .denyDeleteRule: "Deny"
        }
    }
}
