import Foundation
import SeededRandom

@testable import MainspringGraphics

/// What geometry needs of random numbers.
extension SeededGenerator {
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
