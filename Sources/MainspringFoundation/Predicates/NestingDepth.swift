/// How deep the parts of predicates and expressions may lie within each other.
///
/// Whoever walks the parts calls itself for each level: the parser, evaluation, printing, equality, and the release of
/// the last reference.
enum NestingDepth {
    /// So many levels are more than anybody writes and far less than fill a stack.
    static let limit = 1_000
}
