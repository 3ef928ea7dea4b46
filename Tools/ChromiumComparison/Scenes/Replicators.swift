internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// Layers that are shown several times: on a page as many elements, with `--i` for their number.
extension Scene {
    static var replicators: [Scene] {
        let ring = SamplePicture.ring(40)
        return [
            Scene(
                "replicator", shows: "CAReplicatorLayer: instanceTransform; colours and alpha that change", .aligned,
                layers: {
                    $0.add(CAReplicatorLayer(20, 20, 160, 160, 0xE8E8F0)) {
                        $0.instanceCount = 5
                        $0.instanceTransform = CATransform3DMakeTranslation(25, 20, 0)
                        $0.instanceColor = .hex(0xFFCCFF)
                        ($0.instanceRedOffset, $0.instanceGreenOffset) = (-0.2, 0.05)
                        $0.instanceAlphaOffset = -0.15
                        $0.add(CALayer(0, 10, 50, 50, 0xDD9944)) {
                            $0.add(CALayer(-10, 10, 30, 20, 0x336699)).slide(40)
                        }
                    }
                },
                html: "<div at='20 20 160 160' style='background:#e8e8f0'>"
                    + showings(
                        5, "transform:translate(calc(25px*var(--i)),calc(20px*var(--i)));opacity:calc(1 - .15*var(--i))"
                    ) {
                        func color(_ code: String) -> String {
                            "rgb(from \(code) calc(r*(1 - .2*var(--i))) calc(g*(.8 + .05*var(--i))) b)"
                        }
                        return "<div at='0 10 50 50' style='background:\(color("#dd9944"))'>"
                            + "<div id=s\($0) at='-10 10 30 20' style='background:\(color("#336699"))'></div></div>"
                    } + "</div>",
                script:
                    "for (let i = 0; i < 5; i++) animate('s' + i, {transform: ['translateX(0)', 'translateX(40px)']})"),
            Scene(
                "replicator-contents", shows: "CAReplicatorLayer: pictures and gradients in other colours", .aligned,
                layers: {
                    $0.add(CAReplicatorLayer(0, 0, 200, 200)) {
                        $0.instanceCount = 4
                        $0.instanceTransform = CATransform3DMakeTranslation(40, 25, 0)
                        ($0.instanceGreenOffset, $0.instanceBlueOffset) = (-0.3, -0.1)
                        $0.instanceAlphaOffset = -0.2
                        $0.add(CALayer(10, 10, 40, 70)) {
                            let gradient = CAGradientLayer(0, 45, 40, 20)
                            gradient.colors = [CGColor.hex(0xFFFFFF), CGColor.hex(0x88AACC)]
                            $0.add(CALayer(0, 0, 40, 40)).contents = ring.image
                            $0.add(gradient)
                            $0.slide(20)
                        }
                    }
                },
                html: "<svg at='0 0 0 0'>"
                    + (0..<4).map {
                        """
                        <filter id=t\($0) color-interpolation-filters='sRGB'><feComponentTransfer>
                        <feFuncG type='linear' slope='\(1 - 0.3 * Double($0))'/><feFuncB type='linear' slope='\(1 - 0.1 * Double($0))'/>
                        <feFuncA type='linear' slope='\(1 - 0.2 * Double($0))'/></feComponentTransfer></filter>
                        """
                    }.joined() + "</svg>"
                    + showings(4, "transform:translate(calc(40px*var(--i)),calc(25px*var(--i)))") {
                        """
                        <div id=s\($0) at='10 10 40 70' style='filter:url(#t\($0))'><img at='0 0 40 40' src='\(ring.address)'>
                        <div at='0 45 40 20' style='background:linear-gradient(#fff,#8ac)'></div></div>
                        """
                    },
                script:
                    "for (let i = 0; i < 4; i++) animate('s' + i, {transform: ['translateX(0)', 'translateX(20px)']})"),
            Scene(
                "replicator-delay", shows: "CAReplicatorLayer: instanceDelay, around a circle", .rounded, span: 1.9,
                layers: {
                    $0.add(CAReplicatorLayer(20, 20, 160, 160)) {
                        $0.instanceCount = 12
                        $0.instanceTransform = .rotation(30, 0, 0, 1)
                        $0.instanceDelay = 0.07
                        $0.add(CALayer(68, 6, 24, 24, 0x3355AA)) {
                            $0.cornerRadius = 12
                            for (key, end) in [("opacity", 0.1), ("transform.scale", 0.3)] {
                                $0.animate(key, from: 1, to: end) {
                                    $0.autoreverses = true
                                    $0.repeatCount = 2
                                }
                            }
                        }
                    }
                },
                html: "<div at='20 20 160 160'>"
                    + showings(12, "transform:rotate(calc(30deg*var(--i)))", side: 160) {
                        "<div id=s\($0) at='68 6 24 24' style='background:#3355aa;border-radius:12px'></div>"
                    } + "</div>",
                script: """
                    for (let i = 0; i < 12; i++) animate(
                        's' + i, {opacity: [1, .1], transform: ['scale(1)', 'scale(.3)']},
                        {delay: 70 * i, direction: 'alternate', iterations: 4})
                    """),
            Scene(
                "replicator-nested", shows: "CAReplicatorLayer in another one: colours multiply, delays add up", .edges,
                layers: {
                    $0.add(CAReplicatorLayer(20, 20, 160, 160)) {
                        $0.instanceCount = 4
                        $0.instanceTransform = CATransform3DMakeTranslation(0, 42, 0)
                        $0.instanceDelay = 0.15
                        ($0.instanceBlueOffset, $0.instanceAlphaOffset) = (-0.25, -0.1)
                        $0.add(CAReplicatorLayer(0, 0, 160, 160)) {
                            $0.instanceCount = 4
                            $0.instanceTransform = CATransform3DMakeTranslation(42, 0, 0)
                            $0.instanceDelay = 0.05
                            ($0.instanceRedOffset, $0.instanceAlphaOffset) = (-0.2, -0.15)
                            $0.add(CALayer(2, 2, 30, 30, 0xCC66EE)).animateRotation(to: 80)
                        }
                    }
                },
                html: "<div at='20 20 160 160'>"
                    + showings(4, "transform:translateY(calc(42px*var(--i)))", side: 160) { row in
                        showings(4, "transform:translateX(calc(42px*var(--i)))", side: 160) {
                            """
                            <div id=s\(4 * row + $0) at='2 2 30 30' style='--row:\(row);background:rgb(from #cc66ee calc(r*(1 - .2*var(--i)))
                            g calc(b*(1 - .25*var(--row))) / calc((1 - .15*var(--i))*(1 - .1*var(--row))))'></div>
                            """
                        }
                    } + "</div>",
                script: """
                    for (let i = 0; i < 16; i++) animate('s' + i, {transform: ['rotate(0deg)', 'rotate(80deg)']},
                        {delay: 150 * Math.floor(i / 4) + 50 * (i % 4)})
                    """),
            Scene(
                "replicator-turned", shows: "CAReplicatorLayer: an instanceTransform that turns and shrinks, animated",
                .edges, allowing: .turnedShowings,
                layers: {
                    $0.add(CAReplicatorLayer(20, 20, 160, 160)) {
                        $0.instanceCount = 6
                        $0.animateRotation(to: 30)
                        $0.animate(
                            "instanceTransform", from: CATransform3DIdentity,
                            to: CATransform3DConcat(CATransform3DMakeScale(0.85, 0.85, 1), .rotation(40, 0, 0, 1)))
                        $0.add(CALayer(70, 0, 60, 30, 0x337755, alpha: 0.8))
                    }
                },
                html: (0..<6).map {
                    // About the middle of the replicator.
                    "<div id=s\($0) at='90 20 60 30' style='background:rgb(51 119 85 / .8);transform-origin:10px 80px'></div>"
                }.joined(),
                // The transform once for each showing before, so that its parts are animated as those of one.
                script: """
                    for (let i = 0; i < 6; i++) animate('s' + i, {transform: [
                        'rotate(0deg) ' + 'rotate(0deg) scale(1) '.repeat(i),
                        'rotate(30deg) ' + 'rotate(40deg) scale(.85) '.repeat(i)
                    ]})
                    """),
            Scene(
                "replicator-depth",
                shows: "CAReplicatorLayer with preservesDepth: a carousel, the deeper showings first",
                .edges, allowing: .perspective,
                layers: { carousel($0, preservesDepth: true, from: 10, to: 110) },
                html: carouselPage(style: "preserve-3d"),
                script: "animate('a', {transform: ['rotateY(10deg)', 'rotateY(110deg)']})"),
            Scene(
                "replicator-flat",
                shows: "CAReplicatorLayer without preservesDepth: showings turned, in its plane, also from its edge",
                .edges, allowing: .perspectiveOfPictures,
                layers: { carousel($0, preservesDepth: false, from: -60, to: 240) },
                html: carouselPage(style: "flat"),
                script: "animate('a', {transform: ['rotateY(-60deg)', 'rotateY(240deg)']})"),
        ]
    }

    /// As many elements of the size of a replicator, one over the other, in a style that asks for their number.
    private static func showings(
        _ count: Int, _ style: String, side: Int = 200, _ content: (Int) -> String
    ) -> String {
        (0..<count).map {
            "<div at='0 0 \(side) \(side)' style='--i:\($0);\(style)'>\(content($0))</div>"
        }.joined()
    }

    private static func carousel(_ root: CALayer, preservesDepth: Bool, from: Double, to: Double) {
        root.sublayerTransform = .perspective(320)
        root.add(CATransformLayer(60, 60, 80, 80)) {
            $0.transform = .rotation(-20, 1, 0, 0)
            $0.add(CAReplicatorLayer(0, 0, 80, 80)) {
                $0.preservesDepth = preservesDepth
                $0.instanceCount = 6
                $0.instanceTransform = .rotation(60, 0, 1, 0)
                ($0.instanceRedOffset, $0.instanceGreenOffset) = (-0.16, -0.08)
                $0.animateRotation(from: from, to: to, axis: "y")
                $0.add(CALayer(10, 0, 60, 80, 0xEE9955, alpha: 0.8)) {
                    $0.transform = CATransform3DMakeTranslation(0, 0, 60)
                }
            }
        }
    }

    private static func carouselPage(style: String) -> String {
        "<div at='0 0 200 200' style='perspective:320px'><div at='60 60 80 80' style='transform-style:preserve-3d;"
            + "transform:rotateX(-20deg)'><div id=a at='0 0 80 80' style='transform-style:\(style)'>"
            + (0..<6).map {
                """
                <div at='0 0 80 80' style='--i:\($0);transform-style:\(style);transform:rotateY(calc(60deg*var(--i)))'>
                <div at='10 0 60 80' style='background:rgb(from #ee9955 calc(r*(1 - .16*var(--i))) calc(g*(1 - .08*var(--i))) b / .8);
                transform:translateZ(60px)'></div></div>
                """
            }.joined() + "</div></div></div>"
    }
}
