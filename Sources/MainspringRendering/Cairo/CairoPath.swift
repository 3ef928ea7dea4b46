internal import CCairo
internal import Foundation
internal import MainspringGraphics

/// Paths as Cairo takes them.
enum CairoPath {
    /// Cairo's coordinates have 24 bits, with the sign, before the point; half of that leaves room for pens.
    static let farthest: CGFloat = 4_000_000

    /// Adds a path, by a map from its coordinates to those of a drawing of Cairo's.
    static func add(_ path: CGPath, to cairo: OpaquePointer, _ map: CGAffineTransform) {
        path.applyWithBlock { element in
            let points = element.pointee.points
            func point(_ index: Int) -> CGPoint { points[index].applying(map) }
            switch element.pointee.type {
            case .moveToPoint:
                let end = point(0)
                cairo_move_to(cairo, end.x, end.y)
            case .addLineToPoint:
                let end = point(0)
                cairo_line_to(cairo, end.x, end.y)
            case .addQuadCurveToPoint:
                // The cubic that is the same curve: its control points lie two thirds of the way to the quadratic's.
                var (x, y) = (0.0, 0.0)
                cairo_get_current_point(cairo, &x, &y)
                let (control, end) = (point(0), point(1))
                cairo_curve_to(
                    cairo, x + (control.x - x) * 2 / 3, y + (control.y - y) * 2 / 3,
                    end.x + (control.x - end.x) * 2 / 3, end.y + (control.y - end.y) * 2 / 3, end.x, end.y)
            case .addCurveToPoint:
                let (control1, control2, end) = (point(0), point(1), point(2))
                cairo_curve_to(cairo, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
            case .closeSubpath: cairo_close_path(cairo)
            }
        }
    }

    /// Adds an area, cut off where Cairo cannot count, and says by which rule it is filled.
    static func add(_ area: CGPath, _ rule: CGPathFillRule, to cairo: OpaquePointer, _ map: CGAffineTransform) {
        add(isNear(area.boundingBox) ? area : FarPath(farthest: farthest).cut(area), to: cairo, map)
        cairo_set_fill_rule(cairo, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    }

    /// Whether Cairo can count so far.
    static func isNear(_ box: CGRect) -> Bool {
        box.isNull || max(abs(box.minX), abs(box.maxX), abs(box.minY), abs(box.maxY)) <= farthest
    }
}

extension CGPath {
    /// Each point mapped.
    func mapped(by map: CGAffineTransform) -> CGPath { withUnsafePointer(to: map) { copy(using: $0) } ?? self }
}

extension CGAffineTransform {
    var cairoMatrix: cairo_matrix_t {
        cairo_matrix_t(xx: a.native, yx: b.native, xy: c.native, yy: d.native, x0: tx.native, y0: ty.native)
    }
}
