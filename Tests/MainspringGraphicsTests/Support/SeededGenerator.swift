import Foundation

@testable import MainspringGraphics

/// Random numbers that are the same for the same seed (SplitMix64), with what geometry needs of them.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// The seeds that every random test is run with.
    static let seeds: [UInt64] = [1, 2, 3, 5, 8, 13, 21, 34]

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func number(_ range: ClosedRange<CGFloat>) -> CGFloat { CGFloat.random(in: range, using: &self) }

    mutating func point(_ range: ClosedRange<CGFloat> = -100...100) -> CGPoint {
        CGPoint(x: number(range), y: number(range))
    }

    mutating func transform() -> CGAffineTransform {
        CGAffineTransform(
            a: number(-3...3), b: number(-3...3), c: number(-3...3), d: number(-3...3), tx: number(-50...50),
            ty: number(-50...50))
    }
}
