extension Area {
    /// Frames of layers as pixels, 1280 by 720 of them, beside libraries that draw pictures and a browser without a graphics card.
    ///
    /// Sprites of translate-1k go by whole pixels, and each program draws them the way that it has for those. In translate-1k-between, which is
    /// harder than what is required, they go at places between pixels, so that each pixel is a mean of four; so do those of all other cases.
    ///
    /// Ours holds a tree of layers whose animations it evaluates; pixman and Cairo are told each sprite's place or matrix by a loop in C.
    /// Skia plays what was recorded for each frame before the time that is measured, since every call from Python costs. Chromium shows
    /// `div`s whose `transform` a script sets, of texts that are made before; its figure is the CPU time of all its processes. Cairo's
    /// effects are round clips and masks alone, as it has neither shadows nor blurs. Every program checks its last picture. Memory is the
    /// peak in rotate-1k; Chromium's is that of all its processes after the last frame, what they share divided among them.
    static let drawing = Area(
        name: "drawing",
        ours: Contender("ours", "DrawingOurs"),
        peers: [
            Contender("pixman", "DrawingPixman"),
            Contender("Cairo", "DrawingCairo"),
            Contender("Skia", [Program(label: "Skia", command: python("Skia"))]),
            Contender("Chromium", [Program(label: "div", command: python("Chromium"))]),
        ],
        cases: [
            Case(
                name: "translate-1k", unit: .milliseconds, quantity: .cpu,
                target: "≤ 2 ms; ≤ pixman / 2; ≤ Chromium / 20"),
            Case(
                name: "translate-1k-between", unit: .milliseconds, quantity: .cpu,
                target: "shown; harder than what is required: ≤ pixman / 2; ≤ Chromium / 20"),
            Case(
                name: "rotate-1k", unit: .milliseconds, quantity: .cpu,
                target: "≤ 20 ms; ≤ pixman / 3; ≤ Chromium / 8"),
            Case(name: "perspective-1k", unit: .milliseconds, quantity: .cpu, target: "≤ 30 ms"),
            Case(name: "effects", unit: .milliseconds, quantity: .cpu, target: "≤ 16 ms"),
            Case(name: "damage-one", unit: .milliseconds, quantity: .cpu, target: "< 0.2 ms"),
            Case(name: "caret-4k", unit: .milliseconds, quantity: .cpu, target: "< 0.3 ms"),
            Case(
                name: "two-cores", unit: .times, quantity: .value, target: "≥ 1.5 × one core, quiet machine",
                isPinned: false, moreIsBetter: true),
            Case(
                name: "memory", unit: .mebibytes, quantity: .value, target: "stated per scene; caches are bounded",
                source: ("rotate-1k", "peak-mib")),
        ])

    /// Scripts/bench, which runs in the repository's folder, has put the interpreter there.
    private static func python(_ name: String) -> [String] {
        ["Benchmarks/.build/python/bin/python", "Benchmarks/Sources/Drawing/\(name)/main.py"]
    }
}
