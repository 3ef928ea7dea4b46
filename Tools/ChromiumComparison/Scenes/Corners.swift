internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// Corners that begin gently.
extension Scene {
    static var continuousCorners: [Scene] {
        let (few, many) = (masked(radius: 8), masked(radius: 32))
        return [
            Scene(
                "corners-continuous", shows: "cornerCurve continuous", .rounded,
                layers: {
                    $0.add(CALayer(40, 50, 120, 100, 0x8844AA)) {
                        $0.cornerCurve = .continuous
                        $0.animate("cornerRadius", from: 0, to: 32)
                    }
                },
                html: "<svg at='40 50 120 100'><path id=p fill='#8844aa'/></svg>",
                // All of its points move evenly with the radius.
                script: """
                    animate('p', {d: ['path("\(gentlePath(120, 100, radius: 0))")', 'path("\(gentlePath(120, 100, radius: 32))")']})
                    """),
            Scene(
                "corners-continuous-masked", shows: "cornerCurve continuous: maskedCorners and a border", .rounded,
                layers: {
                    $0.add(CALayer(40, 50, 120, 100, 0x77BBDD)) {
                        $0.borderWidth = 8
                        $0.borderColor = .hex(0x222266)
                        $0.cornerCurve = .continuous
                        $0.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
                        $0.animate("cornerRadius", from: 8, to: 32)
                    }
                },
                html: """
                    <svg at='40 50 120 100'><path id=p fill='#77bbdd'/><path id=q fill='#222266' fill-rule='evenodd'/></svg>
                    """,
                script: """
                    animate('p', {d: ['path("\(few.outer)")', 'path("\(many.outer)")']})
                    animate('q', {d: ['path("\(few.outer)\(few.inner)")', 'path("\(many.outer)\(many.inner)")']})
                    """),
            Scene(
                "corners-continuous-round", shows: "cornerCurve continuous without room for it: half circles", .rounded,
                layers: {
                    $0.add(CALayer(20, 30, 60, 60, 0x338866)) {
                        $0.cornerRadius = 30
                        $0.cornerCurve = .continuous
                        $0.anchorPoint = .zero
                        $0.position = CGPoint(x: 20, y: 30)
                        $0.animate(
                            "bounds.size", from: CGSize(width: 60, height: 60), to: CGSize(width: 160, height: 60))
                    }
                    $0.add(CALayer(20, 110, 60, 60, 0xCC6644)) {
                        // More than there is room for.
                        $0.cornerRadius = 50
                        $0.cornerCurve = .continuous
                        $0.slide(100)
                    }
                },
                html: """
                    <div id=a at='20 30 60 60' style='background:#338866;border-radius:30px'></div>
                    <div id=b at='20 110 60 60' style='background:#cc6644;border-radius:50px'></div>
                    """,
                script: """
                    animate('a', {width: ['60px', '160px']})
                    animate('b', {transform: ['translateX(0)', 'translateX(100px)']})
                    """),
            Scene(
                "clip-continuous", shows: "masksToBounds with cornerCurve continuous", .rounded,
                layers: {
                    $0.add(CALayer(40, 50, 120, 100, 0xCCDDEE)) {
                        $0.masksToBounds = true
                        $0.cornerRadius = 30
                        $0.cornerCurve = .continuous
                        $0.add(CALayer(-30, 0, 60, 90, 0xCC4466)).slide(130)
                    }
                },
                html: """
                    <svg at='0 0 200 200'><mask id=m><path fill='#fff' d='\(gentlePath(120, 100, radius: 30))'/></mask></svg>
                    <div at='40 50 120 100' style='background:#ccddee;overflow:hidden;mask:url(#m)'>
                    <div id=b at='-30 0 60 90' style='background:#cc4466'></div></div>
                    """,
                script: "animate('b', {transform: ['translateX(0)', 'translateX(130px)']})"),
        ]
    }

    /// Both edges of a border 8 wide, two of whose corners are round.
    private static func masked(radius: Double) -> (outer: String, inner: String) {
        let corners = [false, true, false, true]
        return (
            gentlePath(120, 100, radius: radius, corners),
            gentlePath(104, 84, radius: radius - 8, corners, x: 8, y: 8)
        )
    }

    /// The rectangle of `UIBezierPath(roundedRect:cornerRadius:)`, as PaintCode has measured its points, where there is room for it.
    /// - Parameter corners: Which ones are round: at the right above, at the right below, at the left below, at the left above.
    private static func gentlePath(
        _ width: Double, _ height: Double, radius: Double, _ corners: [Bool] = [true, true, true, true], x: Double = 0,
        y: Double = 0
    ) -> String {
        // In radii: along the edge that leads to the corner, how far before it; and along the next one, how far behind it.
        let points: [(Double, Double)] = [
            (1.528665, 0), (1.08849323, 0), (0.86840689, 0), (0.63149399, 0.07491100), (0.37282392, 0.16905899),
            (0.16906000, 0.37282401), (0.07491100, 0.63149399), (0, 0.86840701), (0, 1.08849299), (0, 1.52866498),
        ]
        let turns: [(x: Double, y: Double, SIMD2<Double>, SIMD2<Double>)] = [
            (width, 0, SIMD2(-1, 0), SIMD2(0, 1)), (width, height, SIMD2(0, -1), SIMD2(-1, 0)),
            (0, height, SIMD2(1, 0), SIMD2(0, -1)), (0, 0, SIMD2(0, 1), SIMD2(1, 0)),
        ]
        var path = "M\(x + width / 2) \(y)"
        for (turn, isRound) in zip(turns, corners) {
            let places = points.map { along, across in
                let place = SIMD2(turn.x, turn.y) + (isRound ? radius : 0) * (along * turn.2 + across * turn.3)
                return "\(x + place.x) \(y + place.y)"
            }
            path += "L\(places[0])"
            for first in stride(from: 1, to: 10, by: 3) {
                path += "C\(places[first...first + 2].joined(separator: " "))"
            }
        }
        return path + "Z"
    }
}
