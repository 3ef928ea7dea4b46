import Foundation
import SeededRandom

@testable import MainspringGraphics

extension SeededGenerator {
    mutating func cubic(_ range: ClosedRange<CGFloat> = -100...100) -> CubicCurve {
        CubicCurve(point(range), point(range), point(range), point(range))
    }

    /// A path of some subpaths of lines and curves, some of them closed.
    mutating func path(subpaths: Int = 2, elements: Int = 4) -> CGMutablePath {
        let path = CGMutablePath()
        for _ in 0..<subpaths {
            path.move(to: point())
            for _ in 0..<elements {
                switch Int.random(in: 0..<3, using: &self) {
                case 0: path.addLine(to: point())
                case 1: path.addQuadCurve(to: point(), control: point())
                default: path.addCurve(to: point(), control1: point(), control2: point())
                }
            }
            if Bool.random(using: &self) { path.closeSubpath() }
        }
        return path
    }
}
