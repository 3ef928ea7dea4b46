/// How far a picture may differ from the one that it must look like.
enum AllowedDifference: Sendable {
    /// Not at all.
    case none
    /// Each channel of each pixel by so much, and those of some pixels by anything; and why.
    case upTo(Int, except: Int = 0, because: String)

    func isWithin(_ one: [UInt32], _ other: [UInt32]) -> Bool {
        switch self {
        case .none: one == other
        case .upTo(let most, let exceptions, _): difference(one, other, tolerance: most).count <= exceptions
        }
    }
}
