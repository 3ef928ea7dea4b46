internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// Blend modes and filters.
extension Scene {
    static var blends: [Scene] {
        let modes = [
            "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light",
            "soft-light",
            "difference", "exclusion", "plus-lighter",
        ]
        let ofColors = ["hue", "saturation", "color", "luminosity"]
        return [
            blend("blend-modes", "blend modes of each channel", modes, columns: 4, alpha: 1),
            blend("blend-in-part", "blend modes of a layer that covers in part", modes, columns: 4, alpha: 0.6),
            blend("blend-colours", "blend modes of whole colours", ofColors, columns: 2, alpha: 1),
            Scene(
                "blend-group", shows: "blend mode of a group within a group, which is mixed with that alone", .rounded,
                layers: {
                    $0.add(CALayer(0, 0, 200, 200, 0xFFCC66))
                    $0.add(CALayer(30, 30, 140, 140)) {
                        $0.opacity = 0.8
                        $0.add(CALayer(0, 30, 100, 80, 0x4477CC))
                        $0.add(CALayer(30, 0, 70, 120, 0xDD5577)) {
                            $0.compositingFilter = "multiplyBlendMode"
                            $0.add(CALayer(20, 20, 70, 70, 0x88CC88)) { $0.cornerRadius = 20 }
                            $0.slide(40)
                        }
                    }
                },
                html: """
                    <div at='0 0 200 200' style='background:#ffcc66'></div><div at='30 30 140 140' style='opacity:.8'>
                    <div at='0 30 100 80' style='background:#4477cc'></div>
                    <div id=b at='30 0 70 120' style='background:#dd5577;mix-blend-mode:multiply'>
                    <div at='20 20 70 70' style='background:#88cc88;border-radius:20px'></div></div></div>
                    """,
                script: "animate('b', {transform: ['translateX(0)', 'translateX(40px)']})"),
        ]
    }

    /// Tiles, each of another mode, that move over colours.
    private static func blend(
        _ name: String, _ shows: String, _ modes: [String], columns: Int, alpha: CGFloat
    ) -> Scene {
        let step = 200 / columns
        let rows = (modes.count + columns - 1) / columns
        let height = 200 / rows
        func place(_ index: Int) -> (Int, Int) { (4 + index % columns * step, 6 + index / columns * height) }
        return Scene(
            name, shows: "compositingFilter: " + shows, .aligned,
            layers: { root in
                for index in 0..<10 {
                    root.add(CALayer(0, CGFloat(20 * index), 200, 20, 0x204080 + UInt32(index) * 0x160C02))
                }
                for (index, mode) in modes.enumerated() {
                    let (x, y) = place(index)
                    root.add(CALayer(CGFloat(x), CGFloat(y), CGFloat(step - 18), CGFloat(height - 12))) {
                        $0.opacity = Float(alpha)
                        let parts = mode.split(separator: "-").map(String.init)
                        $0.compositingFilter = parts[0] + parts.dropFirst().map(\.capitalized).joined() + "BlendMode"
                        $0.animate("backgroundColor", from: CGColor.hex(0xE07040), to: CGColor.hex(0x50A0D0))
                        $0.slide(10)
                    }
                }
            },
            html: (0..<10).map {
                let color = String(0x204080 + $0 * 0x160C02, radix: 16)
                return "<div at='0 \(20 * $0) 200 20' style='background:#\(color)'></div>"
            }.joined()
                + modes.enumerated().map { index, mode in
                    let (x, y) = place(index)
                    return "<div id=m\(index) at='\(x) \(y) \(step - 18) \(height - 12)' "
                        + "style='opacity:\(alpha);mix-blend-mode:\(mode)'></div>"
                }.joined(),
            script: """
                for (let i = 0; i < \(modes.count); i++) animate('m' + i, {
                    transform: ['translateX(0)', 'translateX(10px)'], backgroundColor: ['#e07040', '#50a0d0']
                })
                """)
    }

    static var filters: [Scene] {
        let soft = SamplePicture.soft(50, 80)
        let effects: [(String, LayerFilter)] = [
            ("saturate(2.5)", .saturation(2.5)), ("brightness(1.4)", .brightness(1.4)),
            ("contrast(1.8)", .contrast(1.8)),
            ("invert(.8)", .inversion(0.8)), ("hue-rotate(100deg)", .hueRotation(100 * .pi / 180)),
            ("sepia(.9)", .sepia(0.9)),
        ]
        let matrix: [Float] = [
            0.2, 0.9, 0, 0, 0.1, 0, 0.4, 0.5, 0, 0, 0.8, 0, -0.3, 0, 0.4, 0.6, 0, 0.4, 0.3, 0,
        ]
        return [
            Scene(
                "blur", shows: "filters: Gaussian blurs of three radii", .aligned, allowing: .smallBlur,
                layers: { root in
                    for (index, radius) in [2, 5, 11].enumerated() {
                        root.add(CALayer(20 + 55 * CGFloat(index), 30, 40, 60, 0x884422)) {
                            $0.filters = [LayerFilter.gaussianBlur(radius: CGFloat(radius))]
                            $0.animate("position.y", from: 60, to: 130)
                            $0.animate("backgroundColor", from: CGColor.hex(0x884422), to: CGColor.hex(0x2244AA))
                        }
                    }
                },
                html: [2, 5, 11].enumerated().map { index, radius in
                    "<div id=b\(index) at='\(20 + 55 * index) 30 40 60' style='filter:blur(\(radius)px)'></div>"
                }.joined(),
                script: """
                    for (let i = 0; i < 3; i++) animate('b' + i, {
                        transform: ['translateY(0)', 'translateY(70px)'], backgroundColor: ['#884422', '#2244aa']
                    })
                    """),
            Scene(
                "blur-group", shows: "Gaussian blur of a layer with sublayers that move, and rounded corners", .aligned,
                layers: {
                    $0.add(CALayer(40, 40, 120, 120, 0xDDCC66)) {
                        $0.cornerRadius = 30
                        $0.filters = [LayerFilter.gaussianBlur(radius: 6)]
                        $0.add(CALayer(-20, 30, 50, 50, 0x3355AA)).slide(110)
                    }
                },
                html: """
                    <div at='40 40 120 120' style='background:#dc6;border-radius:30px;filter:blur(6px)'>
                    <div id=b at='-20 30 50 50' style='background:#3355aa'></div></div>
                    """,
                script: "animate('b', {transform: ['translateX(0)', 'translateX(110px)']})"),
            Scene(
                "blur-turned", shows: "Gaussian blur of a layer that turns and grows", .edges,
                layers: {
                    $0.add(CALayer(65, 65, 70, 70, 0x993366)) {
                        $0.filters = [LayerFilter.gaussianBlur(radius: 4)]
                        $0.animateRotation(to: 90)
                        $0.animate("transform.scale", from: 0.8, to: 1.6)
                    }
                },
                html: "<div id=a at='65 65 70 70' style='background:#993366;filter:blur(4px)'></div>",
                script: "animate('a', {transform: ['rotate(0deg) scale(.8)', 'rotate(90deg) scale(1.6)']})"),
            Scene(
                "colour-filters", shows: "filters of colours: saturation, brightness, contrast, inversion, hue, sepia",
                .aligned,
                layers: { root in
                    for (index, effect) in effects.enumerated() {
                        root.add(CALayer(10 + 62 * CGFloat(index % 3), 10 + 95 * CGFloat(index / 3), 50, 80)) {
                            $0.contents = soft.image
                            $0.filters = [effect.1]
                            $0.add(CALayer(10, 10, 20, 30, 0x3399CC)).slide(20)
                        }
                    }
                },
                html: effects.enumerated().map { index, effect in
                    "<div at='\(10 + 62 * (index % 3)) \(10 + 95 * (index / 3)) 50 80' "
                        + "style='background:url(\(soft.address));filter:\(effect.0)'>"
                        + "<div id=f\(index) at='10 10 20 30' style='background:#3399cc'></div></div>"
                }.joined(),
                script:
                    "for (let i = 0; i < 6; i++) animate('f' + i, {transform: ['translateX(0)', 'translateX(20px)']})"),
            Scene(
                "colour-matrix", shows: "filters: a matrix of colours, which also makes alpha", .aligned,
                layers: {
                    $0.add(CALayer(30, 30, 140, 140)) {
                        $0.contents = soft.image
                        $0.filters = [LayerFilter.colorMatrix(matrix)]
                        $0.add(CALayer(0, 40, 60, 60, 0x3399CC, alpha: 0.7)).slide(80)
                    }
                },
                html: """
                    <svg at='0 0 0 0'><filter id=m x=0 y=0 width=1 height=1 color-interpolation-filters='sRGB'>
                    <feColorMatrix values='\(matrix.map { "\($0)" }.joined(separator: " "))'/></filter></svg>
                    <div at='30 30 140 140' style='background:url(\(soft.address)) 0 0/100% 100%;filter:url(#m)'>
                    <div id=b at='0 40 60 60' style='background:rgb(51 153 204 / .7)'></div></div>
                    """,
                script: "animate('b', {transform: ['translateX(0)', 'translateX(80px)']})"),
            Scene(
                "filter-chain", shows: "filters one after another, with opacity", .aligned,
                layers: {
                    $0.add(CALayer(50, 50, 100, 100, 0x33AA66)) {
                        $0.filters = [
                            LayerFilter.gaussianBlur(radius: 5), LayerFilter.hueRotation(2), LayerFilter.inversion(0.3),
                        ]
                        $0.add(CALayer(30, 30, 40, 40, 0xEEDD55))
                        $0.animate("opacity", from: 1, to: 0.3)
                    }
                },
                html: """
                    <div id=a at='50 50 100 100' style='background:#33aa66;filter:blur(5px) hue-rotate(2rad) invert(.3)'>
                    <div at='30 30 40 40' style='background:#ed5'></div></div>
                    """,
                script: "animate('a', {opacity: [1, .3]})"),
        ]
    }
}
