extension ValueKind {
    /// The members that key paths reach, by what follows the key in these.
    var members: [(name: String, member: AnimationTarget.Member)] { Self.members[self] ?? [] }

    private static let members: [ValueKind: [(name: String, member: AnimationTarget.Member)]] = [
        .point: [("x", .numbers(from: 0, count: 1)), ("y", .numbers(from: 1, count: 1))],
        .size: [("width", .numbers(from: 0, count: 1)), ("height", .numbers(from: 1, count: 1))],
        .rect: [
            ("origin", .numbers(from: 0, count: 2)), ("origin.x", .numbers(from: 0, count: 1)),
            ("origin.y", .numbers(from: 1, count: 1)), ("size", .numbers(from: 2, count: 2)),
            ("size.width", .numbers(from: 2, count: 1)), ("size.height", .numbers(from: 3, count: 1)),
        ],
        .transform: TransformMember.allCases.map { ($0.rawValue, .transform($0)) } + [("translation", .translation)],
    ]
}
