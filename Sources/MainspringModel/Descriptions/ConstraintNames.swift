/// The names in uniqueness constraints and compound indexes, whose parts are names or properties.
@_spi(Tools) public enum ConstraintNames {
    /// The names of one constraint, in its order; what is neither name nor property is left out.
    @_spi(Tools) public static func names(in constraint: [Any]) -> [String] {
        constraint.compactMap { part in
            if let property = part as? NSPropertyDescription { return property.name }
            return part as? String
        }
    }

    /// The names of all constraints, in an order that does not depend on theirs.
    static func sorted(_ constraints: [[Any]]) -> [[String]] {
        constraints.map(names).sorted { first, second in
            first.lexicographicallyPrecedes(second) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
    }
}
