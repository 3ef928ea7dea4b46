import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics

/// A layer that draws a pattern in tiles, which show at once, and writes down what it is asked for.
class TiledPattern: CATiledLayer {
    /// What is drawn at a place: squares whose colour is a function of that.
    var pattern = Pattern()
    /// The parts that it was asked for, with the pixels of a unit.
    private(set) var calls: [Call] = []
    /// What is done while a tile is drawn.
    var whileDrawing: (() -> Void)?

    struct Call: Hashable, CustomStringConvertible {
        let box: CGRect
        let scale: CGFloat
        var description: String { "\(box.minX) \(box.minY) \(box.width) \(box.height) at \(scale)" }
    }

    struct Pattern {
        var side: CGFloat = 20
        var shift = 0
        var alpha: CGFloat = 1

        func draw(in context: CGContext, _ box: CGRect) {
            guard !box.isNull else { return }
            for row in Int((box.minY / side).rounded(.down))..<Int((box.maxY / side).rounded(.up)) {
                for column in Int((box.minX / side).rounded(.down))..<Int((box.maxX / side).rounded(.up)) {
                    context.setFillColor(color(column, row))
                    context.fill(
                        CGRect(x: CGFloat(column) * side, y: CGFloat(row) * side, width: side, height: side))
                }
            }
        }

        private func color(_ column: Int, _ row: Int) -> CGColor {
            func part(_ number: Int) -> CGFloat {
                let remainder: Int = ((number % 8) + 8) % 8
                return CGFloat(remainder) / 7
            }
            return CGColor(
                srgbRed: part(column + shift), green: part(row * 3 + column), blue: part(row + 5), alpha: alpha)
        }
    }

    override class func fadeDuration() -> CFTimeInterval { 0 }

    override func draw(in ctx: CGContext) {
        let box = ctx.boundingBoxOfClipPath
        calls.append(Call(box: box, scale: ctx.ctm.a))
        whileDrawing?()
        pattern.draw(in: ctx, box)
    }

    func forgetCalls() { calls = [] }
}

/// The same, whose tiles take a second to appear.
final class SlowPattern: TiledPattern {
    override class func fadeDuration() -> CFTimeInterval { 1 }
}

/// The same pattern as a picture like any layer's.
final class PlainPattern: CALayer {
    var pattern = TiledPattern.Pattern()

    override func draw(in ctx: CGContext) { pattern.draw(in: ctx, ctx.boundingBoxOfClipPath) }
}

extension TiledPattern {
    /// One with its corner in the superlayer's, which has asked to be drawn.
    convenience init(_ width: CGFloat, _ height: CGFloat, tile: CGFloat = 256) {
        self.init()
        anchorPoint = .zero
        bounds = CGRect(x: 0, y: 0, width: width, height: height)
        tileSize = CGSize(width: tile, height: tile)
        setNeedsDisplay()
    }
}
