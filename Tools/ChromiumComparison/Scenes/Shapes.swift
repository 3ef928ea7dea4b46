internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// Shapes, gradients and texts.
extension Scene {
    private static let star: [(CGFloat, CGFloat)] = [(100, 30), (141, 156), (33, 78), (167, 78), (59, 156)]
    private static let starPoints = "100,30 141,156 33,78 167,78 59,156"
    private static let zigzag: [(CGFloat, CGFloat)] = [(30, 60), (80, 20), (110, 90), (170, 40)]
    private static let zigzagPoints = "30,60 80,20 110,90 170,40"

    /// A shape of the scene's size.
    private static func shape(
        _ path: CGPath, fill: UInt32? = nil, stroke: UInt32? = nil, width: CGFloat = 1,
        _ change: (CAShapeLayer) -> Void = { _ in }
    ) -> CAShapeLayer {
        let shape = CAShapeLayer(0, 0, 200, 200)
        shape.path = path
        shape.fillColor = fill.map { .hex($0) }
        shape.strokeColor = stroke.map { .hex($0) }
        shape.lineWidth = width
        change(shape)
        return shape
    }

    /// A wave of two curves.
    private static func wave(_ height: CGFloat) -> CGPath {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 20, y: 100))
        path.addCurve(
            to: CGPoint(x: 100, y: 100), control1: CGPoint(x: 40, y: 100 - height),
            control2: CGPoint(x: 80, y: 100 - height))
        path.addCurve(
            to: CGPoint(x: 180, y: 100), control1: CGPoint(x: 120, y: 100 + height),
            control2: CGPoint(x: 160, y: 100 + height))
        return path
    }

    static var shapes: [Scene] {
        [
            Scene(
                "shape-fill", shows: "shape: fill by both rules, turning", .edges,
                layers: {
                    $0.add(shape(.lines(star), fill: 0xCC8822) { $0.fillRule = .evenOdd }) {
                        $0.animateRotation(to: 72)
                    }
                },
                html: """
                    <svg id=a at='0 0 200 200'><polygon points='\(starPoints)' fill='#cc8822' fill-rule='evenodd'/></svg>
                    """,
                script: "animate('a', {transform: ['rotate(0deg)', 'rotate(72deg)']})"),
            Scene(
                "shape-joins", shows: "shape: line width, joins, caps", .edges,
                layers: { root in
                    let joins: [(CAShapeLayerLineJoin, CAShapeLayerLineCap)] = [
                        (.miter, .butt), (.round, .round), (.bevel, .square),
                    ]
                    for (index, style) in joins.enumerated() {
                        root.add(shape(.lines(zigzag, isClosed: false), stroke: 0x336699, width: 4)) {
                            $0.position.y += CGFloat(45 * index)
                            $0.lineJoin = style.0
                            $0.lineCap = style.1
                            $0.animate("lineWidth", from: 2, to: 14)
                        }
                    }
                },
                html: ["miter|butt", "round|round", "bevel|square"].enumerated().map { index, style in
                    let parts = style.split(separator: "|")
                    return
                        "<svg at='0 \(45 * index) 200 200'><polyline id=p\(index) points='\(zigzagPoints)' fill='none' "
                        + "stroke='#336699' stroke-linejoin='\(parts[0])' stroke-miterlimit='10' stroke-linecap='\(parts[1])'/></svg>"
                }.joined(),
                script: "for (let i = 0; i < 3; i++) animate('p' + i, {strokeWidth: ['2px', '14px']})"),
            Scene(
                "shape-dashes", shows: "shape: dashes, whose phase changes", .edges, allowing: .dashes,
                layers: { root in
                    let circle = CGPath(ellipseIn: CGRect(x: 40, y: 40, width: 120, height: 120), transform: nil)
                    root.add(shape(circle, fill: 0xEEEEDD, stroke: 0x884488, width: 8)) {
                        $0.lineDashPattern = [20, 10, 5, 10]
                        $0.animate("lineDashPhase", from: 0, to: 90)
                    }
                },
                // An ellipse that begins and turns as ours does.
                html: """
                    <svg at='0 0 200 200'><path id=p d='M160 100A60 60 0 0 1 100 160A60 60 0 0 1 40 100A60 60 0 0 1 100 40A60 60 0 0 1 160 100Z'
                    fill='#eed' stroke='#884488' stroke-width='8' stroke-dasharray='20 10 5 10'/></svg>
                    """,
                script: "animate('p', {strokeDashoffset: [0, 90]})"),
            Scene(
                "shape-end", shows: "shape: strokeStart and strokeEnd", .edges,
                layers: {
                    $0.add(shape(wave(80), stroke: 0xCC4444, width: 10) { $0.lineCap = .round }) {
                        $0.animate("strokeEnd", from: 0.1, to: 1)
                    }
                    $0.add(
                        shape(.lines([(30, 160), (170, 160), (170, 190)], isClosed: false), stroke: 0x4444CC, width: 6)
                    ) {
                        $0.animate("strokeStart", from: 0, to: 0.8)
                    }
                },
                html: """
                    <svg at='0 0 200 200' fill='none'><path id=p pathLength=1 d='M20 100C40 20 80 20 100 100C120 180 160 180 180 100'
                    stroke='#cc4444' stroke-width='10' stroke-linecap='round' stroke-dasharray='1 9'/>
                    <polyline id=q pathLength=1 points='30,160 170,160 170,190' stroke='#4444cc' stroke-width='6' stroke-dasharray='1 9'/></svg>
                    """,
                script: """
                    animate('p', {strokeDasharray: ['.1 9', '1 9']})
                    animate('q', {strokeDasharray: ['1 9', '.2 9'], strokeDashoffset: [0, -.8]})
                    """),
            Scene(
                "shape-path", shows: "shape: a path that becomes another", .edges, allowing: .curves,
                layers: {
                    $0.add(shape(wave(80), stroke: 0x228844, width: 6)) {
                        $0.fillColor = .hex(0xDDEEAA)
                        $0.animate("path", from: wave(80), to: wave(-60))
                    }
                },
                html: """
                    <svg at='0 0 200 200'><path id=p fill='#deA' stroke='#228844' stroke-width='6' stroke-miterlimit='10'/></svg>
                    """,
                script: """
                    const wave = (h) => `path("M20 100C40 ${100 - h} 80 ${100 - h} 100 100C120 ${100 + h} 160 ${100 + h} 180 100")`
                    animate('p', {d: [wave(80), wave(-60)]})
                    """),
            Scene(
                "shape-colours", shows: "shape: fillColor and strokeColor, scaled", .edges, allowing: .steppedScale,
                layers: {
                    $0.add(shape(.lines([(60, 60), (140, 80), (120, 150), (70, 130)]), stroke: 0, width: 6)) {
                        $0.animate("fillColor", from: CGColor.hex(0xEE8844), to: CGColor.hex(0x44AAEE))
                        $0.animate("strokeColor", from: CGColor.hex(0x662222), to: CGColor.hex(0x222266))
                        $0.animate("transform.scale", from: 0.6, to: 1.4)
                    }
                },
                html: """
                    <svg id=a at='0 0 200 200'><polygon id=p points='60,60 140,80 120,150 70,130' stroke-width='6' stroke-miterlimit='10'/></svg>
                    """,
                script: """
                    animate('a', {transform: ['scale(.6)', 'scale(1.4)']})
                    animate('p', {fill: ['#ee8844', '#44aaee'], stroke: ['#662222', '#222266']})
                    """),
        ]
    }

    static var gradients: [Scene] {
        /// A gradient layer with colours at places.
        func gradient(
            _ type: CAGradientLayerType, _ colors: [UInt32], _ places: [Double]? = nil, start: CGPoint, end: CGPoint
        ) -> CAGradientLayer {
            let layer = CAGradientLayer(20, 30, 160, 140)
            layer.type = type
            layer.colors = colors.map { CGColor.hex($0) }
            layer.locations = places?.map { NSNumber(value: $0) }
            (layer.startPoint, layer.endPoint) = (start, end)
            return layer
        }
        let number = "CSS.registerProperty({name: '--n', syntax: '<number>', inherits: false, initialValue: '0'})"
        return [
            Scene(
                "gradient-axial", shows: "gradient: axial, with places that change", .aligned,
                layers: {
                    let axial = gradient(
                        .axial, [0xCC3344, 0xFFDD55, 0x3366CC], [0, 0.2, 1], start: CGPoint(x: 0, y: 0.5),
                        end: CGPoint(x: 1, y: 0.5))
                    $0.add(axial).animate("locations", from: [0, 0.2, 1] as [NSNumber], to: [0, 0.8, 1] as [NSNumber])
                },
                html: """
                    <div id=a at='20 30 160 140' style='background:linear-gradient(90deg,#cc3344,#ffdd55 calc(var(--n)*100%),#3366cc)'></div>
                    """,
                script: "\(number); animate('a', {'--n': [.2, .8]})"),
            Scene(
                "gradient-points", shows: "gradient: axial, askew, with a line that turns", .aligned,
                layers: {
                    let axial = gradient(
                        .axial, [0x224488, 0x88DDAA], start: CGPoint(x: 0.5, y: 0), end: CGPoint(x: 0.5, y: 1))
                    // From the top to the bottom of a square, at last from its corner to the one across.
                    axial.frame = CGRect(x: 30, y: 30, width: 140, height: 140)
                    $0.add(axial) {
                        $0.animate("startPoint", from: CGPoint(x: 0.5, y: 0), to: CGPoint(x: 0, y: 0))
                        $0.animate("endPoint", from: CGPoint(x: 0.5, y: 1), to: CGPoint(x: 1, y: 1))
                    }
                },
                // CSS's line goes as far as the corners lie: of (s, 0) to (1 - s, 1) that is its own length for any s.
                html: "<div id=a at='30 30 140 140' style='--n:0;background:\(turned)'></div>",
                script: "\(number); animate('a', {'--n': [0, 1]})"),
            Scene(
                "gradient-radial", shows: "gradient: radial", .aligned,
                layers: {
                    let radial = gradient(
                        .radial, [0xFFEE88, 0xDD6644, 0x332266], [0, 0.4, 1], start: CGPoint(x: 0.5, y: 0.5),
                        end: CGPoint(x: 0.75, y: 0.75))
                    $0.add(radial) {
                        $0.animate("endPoint", from: CGPoint(x: 0.75, y: 0.75), to: CGPoint(x: 1, y: 1.25))
                    }
                },
                html: """
                    <div id=a at='20 30 160 140' style='background:radial-gradient(calc(40px + 40px*var(--n))
                    calc(35px + 70px*var(--n)) at 80px 70px,#ffee88,#dd6644 40%,#332266)'></div>
                    """,
                script: "\(number); animate('a', {'--n': [0, 1]})"),
            Scene(
                "gradient-conic", shows: "gradient: conic", .edges,
                layers: {
                    let conic = gradient(
                        .conic, [0xCC3333, 0x33CC55, 0x3344CC, 0xCC3333], [0, 0.3, 0.7, 1],
                        start: CGPoint(x: 0.5, y: 0.5), end: CGPoint(x: 0.5, y: 0))
                    $0.add(conic) {
                        $0.animate(
                            "locations", from: [0, 0.3, 0.7, 1] as [NSNumber], to: [0, 0.5, 0.6, 1] as [NSNumber])
                    }
                },
                html: """
                    <div id=a at='20 30 160 140' style='background:conic-gradient(#cc3333,#33cc55 calc(30% + 20%*var(--n)),
                    #3344cc calc(70% - 10%*var(--n)),#cc3333)'></div>
                    """,
                script: "\(number); animate('a', {'--n': [0, 1]})"),
            Scene(
                "gradient-turned", shows: "gradient: colours that change, rounded corners, turned", .rounded,
                layers: {
                    let axial = gradient(
                        .axial, [0xCC3344, 0x3366CC], start: CGPoint(x: 0, y: 0.5), end: CGPoint(x: 1, y: 0.5))
                    axial.cornerRadius = 30
                    axial.masksToBounds = true
                    $0.add(axial) {
                        $0.animateRotation(to: 60)
                        $0.animate(
                            "colors", from: [CGColor.hex(0xCC3344), .hex(0x3366CC)],
                            to: [CGColor.hex(0x44AA33), .hex(0xEEBB33)])
                    }
                },
                html: """
                    <div id=a at='20 30 160 140' style='border-radius:30px;background:linear-gradient(90deg,var(--a),var(--b))'></div>
                    """,
                script: """
                    for (const name of ['--a', '--b']) {
                        CSS.registerProperty({name, syntax: '<color>', inherits: false, initialValue: 'black'})
                    }
                    animate('a', {
                        transform: ['rotate(0deg)', 'rotate(60deg)'], '--a': ['#cc3344', '#44aa33'], '--b': ['#3366cc', '#eebb33']
                    })
                    """),
        ]
    }

    /// A line from (0.5 - n / 2, 0) to (0.5 + n / 2, 1), by where its ends lie on CSS's line of the same direction.
    private static var turned: String {
        // The direction is (n, 1) of length l; CSS's line has the length 140 (n + 1) / l, ours 140 l, both about the middle.
        let rate = "((1 + var(--n)*var(--n))/(1 + var(--n))/2*100%)"
        return
            "linear-gradient(calc(180deg - atan2(var(--n),1)),#224488 calc(50% - \(rate)),#88ddaa calc(50% + \(rate)))"
    }

    static var texts: [Scene] {
        [
            Scene(
                "text", shows: "text, which other programs make of the same letters", .edges, allowing: .letters,
                layers: {
                    $0.add(CATextLayer(20, 80, 160, 40)) {
                        $0.string = "Mainspring"
                        $0.font = "DejaVu Sans" as NSString
                        $0.fontSize = 24
                        $0.foregroundColor = .hex(0x224466)
                        $0.animate("opacity", from: 0.3, to: 1)
                        $0.animate("position.y", from: 80, to: 120)
                    }
                },
                html:
                    "<div id=a at='20 80 160 40' style='font:24px DejaVu Sans;line-height:28px;color:#224466'>Mainspring</div>",
                script: "animate('a', {opacity: [.3, 1], transform: ['translateY(-20px)', 'translateY(20px)']})")
        ]
    }
}
