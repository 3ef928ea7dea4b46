import Foundation
import MainspringGraphics

/// Cities as discs, of a size of their own whatever the map's scale.
enum CityDiscs {
    /// How far a disc reaches from its city at most, in pixels.
    static let reach: CGFloat = 20

    /// How large a city is: one more for ten times as many people.
    static func size(_ population: Int64) -> Double { log10(Double(max(population, 1_000)) / 1_000) }

    /// Half of the width of a size's disc with what shines around it, in pixels.
    static func radius(_ size: Double) -> CGFloat { shine * core(size) }

    private static func core(_ size: Double) -> CGFloat { 0.9 + 1.5 * size }
    private static let shine: CGFloat = 2.2

    /// Draws the largest cities of a part of the map, the largest last.
    /// - Parameters:
    ///   - count: So many at most.
    ///   - rect: In the map's coordinates, as the context's own; discs that reach in from outside are drawn, too.
    static func draw(_ field: CityField, _ count: Int, in rect: CGRect, _ context: CGContext) {
        let scale = max(abs(context.ctm.a), 1e-6)
        for spot in field.largest(count, in: rect.insetBy(dx: -reach / scale, dy: -reach / scale)).reversed() {
            draw(size(spot.population), at: spot.point, scale: scale, context)
        }
    }

    /// Draws one.
    /// - Parameter scale: How many pixels a point of the context has.
    static func draw(_ size: Double, at point: CGPoint, scale: CGFloat, _ context: CGContext) {
        func fill(_ radius: CGFloat, _ color: CGColor) {
            context.setFillColor(color)
            context.fillEllipse(
                in: CGRect(x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius))
        }
        fill(radius(size) / scale, halo)
        fill(core(size) / scale, size > 2.6 ? bright : Style.color(0xFFCB7D, alpha: 0.5 + 0.15 * size))
    }

    private static let halo = Style.color(0xFFB35A, alpha: 0.16)
    private static let bright = Style.color(0xFFF3DA)
}
