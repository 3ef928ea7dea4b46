import Foundation
import SeededRandom

@testable import MainspringGraphics

/// What geometry needs of random numbers.
extension SeededGenerator {
    /// The seeds that every random test is run with.
    static let seeds: [UInt64] = [1, 2, 3, 5, 8, 13, 21, 34]

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
