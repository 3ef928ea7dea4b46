extension Area {
    /// Layers and what moves them, beside Qt's property animations.
    ///
    /// Qt's objects do less in a frame: nobody knows what has changed, and an angle stays an angle. Qt is there twice, with the same
    /// curve as a function, which is the cheapest for it, and with its own BezierSpline.
    static let animation = Area(
        name: "animation",
        ours: Contender("ours", "AnimationOurs"),
        peers: [
            Contender("Qt", "AnimationQt"),
            Contender(
                "Qt BezierSpline", [Program(label: "BezierSpline", command: ["AnimationQt", "bezier-spline"])]),
        ],
        cases: [
            Case(name: "frame-10k", unit: .milliseconds, quantity: .cpu, target: "≤ 4 ms; ≤ Qt / 3"),
            Case(name: "frame-100k", unit: .milliseconds, quantity: .cpu, target: "≤ 11 × frame-10k; ≤ Qt / 3"),
            Case(name: "commit-10k", unit: .milliseconds, quantity: .cpu, target: "≤ 5 ms"),
            Case(name: "commit-1-of-100k", unit: .milliseconds, quantity: .cpu, target: "< 0.02 ms"),
            Case(name: "add-remove", unit: .microseconds, quantity: .cpu, target: "< 2 us"),
            Case(name: "hit-test-100k", unit: .milliseconds, quantity: .cpu, target: "< 1 ms"),
            Case(name: "allocations-per-frame", unit: .count, quantity: .allocations, target: "0"),
        ])
}
