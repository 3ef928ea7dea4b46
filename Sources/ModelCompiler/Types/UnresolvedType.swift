/// Why a type cannot be named for certain.
struct UnresolvedType: Error, Equatable {
    /// The reason and what to do, to stand after a colon.
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
