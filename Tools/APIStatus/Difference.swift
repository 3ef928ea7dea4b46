/// What is otherwise here than on Apple's platforms.
struct Difference: Hashable, Sendable {
    /// What Apple's does; empty where the documentation of the symbol says both in one.
    let there: String
    /// What ours does.
    let here: String
}
