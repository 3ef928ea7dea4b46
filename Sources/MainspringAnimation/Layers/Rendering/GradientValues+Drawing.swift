internal import Foundation
package import MainspringGraphics

extension GradientValues {
    /// Fills a layer with its gradient.
    package func draw(in context: CGContext, _ outline: RoundedOutline) {
        guard let gradient, !outline.rect.isEmpty else { return }
        let (start, end) = (point(startPoint, outline.rect), point(endPoint, outline.rect))
        guard start.x.isFinite, start.y.isFinite, end.x.isFinite, end.y.isFinite else { return }
        context.saveGState()
        defer { context.restoreGState() }
        context.addPath(outline.path())
        context.clip()
        switch type {
        case .radial:
            let (width, height) = (abs(end.x - start.x), abs(end.y - start.y))
            guard width > 0, height > 0 else { return }
            context.translateBy(x: start.x, y: start.y)
            context.scaleBy(x: width, y: height)
            context.drawRadialGradient(
                gradient, startCenter: .zero, startRadius: 0, endCenter: .zero, endRadius: 1,
                options: .drawsAfterEndLocation)
        case .conic:
            context.drawConicGradient(gradient, center: start, angle: atan2(end.y - start.y, end.x - start.x))
        default:
            context.drawLinearGradient(
                gradient, start: start, end: end, options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
        }
    }

    /// Nil where there are fewer than two colours, or fewer places than colours.
    ///
    /// That nothing is drawn then is reported of QuartzCore by other projects; Apple does not document it, and it was
    /// not measured here.
    private var gradient: CGGradient? {
        let colors = (colors ?? []).compactMap { $0 as? CGColor }
        guard colors.count > 1 else { return nil }
        guard let locations else { return CGGradient(colorsSpace: nil, colors: colors, locations: nil) }
        guard locations.count >= colors.count else { return nil }
        return CGGradient(colorsSpace: nil, colors: colors, locations: locations.map { CGFloat($0.doubleValue) })
    }

    private func point(_ part: CGPoint, _ rect: CGRect) -> CGPoint {
        CGPoint(x: rect.minX + part.x * rect.width, y: rect.minY + part.y * rect.height)
    }
}
