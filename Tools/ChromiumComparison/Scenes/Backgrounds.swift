internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// Backgrounds, borders, corners and how a layer lies.
extension Scene {
    static var backgrounds: [Scene] {
        [
            Scene(
                "move-whole", shows: "background; position by whole pixels", .aligned,
                layers: { $0.add(CALayer(20, 60, 60, 80, 0x3366CC)).slide(100) },
                html: "<div id=a at='20 60 60 80' style='background:#3366cc'></div>",
                script: "animate('a', {transform: ['translateX(0)', 'translateX(100px)']})"),
            Scene(
                "move-parts", shows: "background; position between pixels", .edges,
                layers: {
                    $0.add(CALayer(20, 60, 60, 80, 0x3366CC)) {
                        $0.animate(
                            "position", from: CGPoint(x: 50, y: 100), to: CGPoint(x: 133.7, y: 71.3))
                    }
                },
                html: "<div id=a at='20 60 60 80' style='background:#3366cc'></div>",
                script: "animate('a', {transform: ['translate(0, 0)', 'translate(83.7px, -28.7px)']})"),
            Scene(
                "colour", shows: "backgroundColor; colours that cover in part", .aligned,
                layers: {
                    $0.add(CALayer(20, 20, 110, 110, 0xCC3333)) {
                        $0.animate("backgroundColor", from: CGColor.hex(0xCC3333), to: CGColor.hex(0x3355EE))
                    }
                    $0.add(CALayer(70, 70, 110, 110, 0x22AA44, alpha: 0.5)) {
                        $0.animate("backgroundColor", from: CGColor.hex(0x22AA44, 0.8), to: CGColor.hex(0x22AA44, 0.2))
                    }
                },
                html: "<div id=a at='20 20 110 110'></div><div id=b at='70 70 110 110'></div>",
                script: """
                    animate('a', {backgroundColor: ['#cc3333', '#3355ee']})
                    animate('b', {backgroundColor: ['rgb(34 170 68 / .8)', 'rgb(34 170 68 / .2)']})
                    """),
            Scene(
                "size", shows: "bounds by whole pixels", .aligned,
                layers: {
                    $0.add(CALayer(40, 40, 20, 40, 0xDD8822)) {
                        $0.anchorPoint = .zero
                        $0.position = CGPoint(x: 40, y: 40)
                        $0.animate(
                            "bounds.size", from: CGSize(width: 20, height: 40), to: CGSize(width: 120, height: 110))
                    }
                },
                html: "<div id=a at='40 40 20 40' style='background:#dd8822'></div>",
                script: "animate('a', {width: ['20px', '120px'], height: ['40px', '110px']})"),
            Scene(
                "border", shows: "border: width and colour, within the bounds, over sublayers", .aligned,
                layers: {
                    $0.add(CALayer(30, 30, 140, 140, 0xEEDDAA)) {
                        $0.borderColor = .hex(0x224466)
                        $0.borderWidth = 10
                        $0.animate("borderWidth", from: 10, to: 30)
                        $0.animate("borderColor", from: CGColor.hex(0x224466), to: CGColor.hex(0xCC2244, 0.5))
                        $0.add(CALayer(0, 50, 140, 40, 0x66AA66))
                    }
                },
                html: """
                    <div at='30 30 140 140' style='background:#eeddaa'><div at='0 50 140 40' style='background:#66aa66'></div>
                    <div id=b at='0 0 140 140' style='border:10px solid'></div></div>
                    """,
                script: """
                    animate('b', {borderWidth: ['10px', '30px'], borderColor: ['#224466', 'rgb(204 34 68 / .5)']})
                    """),
            Scene(
                "corners", shows: "cornerRadius, from none to more than half a side", .rounded,
                layers: {
                    $0.add(CALayer(40, 50, 120, 100, 0x8844AA)) {
                        $0.animate("cornerRadius", from: 0, to: 60)
                    }
                },
                html: "<div id=a at='40 50 120 100' style='background:#8844aa'></div>",
                script: "animate('a', {borderRadius: ['0px', '60px']})"),
            Scene(
                "masked-corners", shows: "maskedCorners; border of rounded corners", .rounded,
                layers: {
                    $0.add(CALayer(40, 50, 120, 100, 0x77BBDD)) {
                        $0.borderWidth = 8
                        $0.borderColor = .hex(0x222266)
                        $0.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
                        $0.animate("cornerRadius", from: 0, to: 50)
                    }
                },
                html: "<div id=a at='40 50 120 100' style='background:#77bbdd;border:8px solid #222266'></div>",
                script: "animate('a', {borderRadius: ['0px 0px 0px 0px', '50px 0px 50px 0px']})"),
            Scene(
                "rotate", shows: "rotation of the plane", .edges,
                layers: { $0.add(CALayer(50, 60, 100, 80, 0x338855)).animateRotation(to: 137) },
                html: "<div id=a at='50 60 100 80' style='background:#338855'></div>",
                script: "animate('a', {transform: ['rotate(0deg)', 'rotate(137deg)']})"),
            Scene(
                "rotate-rounded", shows: "rounded corners and border, rotated", .rounded, allowing: .bleeding,
                layers: {
                    $0.add(CALayer(45, 55, 110, 90, 0xFFCC55)) {
                        $0.cornerRadius = 24
                        $0.borderWidth = 7
                        $0.borderColor = .hex(0x993311)
                        $0.animateRotation(to: 90)
                    }
                },
                html: """
                    <div id=a at='45 55 110 90' style='background:#ffcc55;border:7px solid #993311;border-radius:24px'></div>
                    """,
                script: "animate('a', {transform: ['rotate(0deg)', 'rotate(90deg)']})"),
            Scene(
                "scale-rounded", shows: "rounded corners and border, scaled", .rounded, allowing: .scaledBorder,
                layers: {
                    $0.add(CALayer(70, 75, 60, 50, 0xFFCC55)) {
                        $0.cornerRadius = 14
                        $0.borderWidth = 5
                        $0.borderColor = .hex(0x993311)
                        $0.animate("transform.scale", from: 0.5, to: 2.5)
                    }
                },
                html: """
                    <div id=a at='70 75 60 50' style='background:#ffcc55;border:5px solid #993311;border-radius:14px'></div>
                    """,
                script: "animate('a', {transform: ['scale(.5)', 'scale(2.5)']})"),
            Scene(
                "anchor", shows: "anchorPoint; skewed transform", .edges,
                layers: {
                    $0.add(CALayer()) {
                        $0.bounds = CGRect(x: 0, y: 0, width: 70, height: 50)
                        $0.anchorPoint = CGPoint(x: 0, y: 1)
                        $0.position = CGPoint(x: 90, y: 110)
                        $0.backgroundColor = .hex(0xAA5533)
                        $0.animateRotation(to: 200)
                    }
                    $0.add(CALayer(20, 20, 50, 40, 0x5577CC)) {
                        var skewed = CATransform3DIdentity
                        skewed.m21 = tan(35 * Double.pi / 180)
                        $0.animate("transform", from: CATransform3DIdentity, to: skewed)
                    }
                },
                html: """
                    <div id=a at='90 60 70 50' style='background:#aa5533;transform-origin:0 100%'></div>
                    <div id=b at='20 20 50 40' style='background:#5577cc'></div>
                    """,
                script: """
                    animate('a', {transform: ['rotate(0deg)', 'rotate(200deg)']})
                    animate('b', {transform: ['matrix(1,0,0,1,0,0)', 'matrix(1,0,' + Math.tan(35 * Math.PI / 180) + ',1,0,0)']})
                    """),
            Scene(
                "nested", shows: "transforms in transforms; sublayerTransform", .edges,
                layers: {
                    $0.add(CALayer(30, 30, 140, 140, 0xDDE4EE)) {
                        $0.animateRotation(to: 60)
                        $0.add(CALayer(30, 30, 80, 80, 0x7799BB)) {
                            $0.animateRotation(to: -100)
                            $0.sublayerTransform = CATransform3DMakeScale(0.8, 1.2, 1)
                            $0.add(CALayer(20, 20, 40, 30, 0xEE6644)).slide(30)
                        }
                    }
                },
                html: """
                    <div id=a at='30 30 140 140' style='background:#dde4ee'><div id=b at='30 30 80 80' style='background:#7799bb'>
                    <div at='0 0 80 80' style='transform:scale(.8,1.2)'><div id=c at='20 20 40 30' style='background:#ee6644'></div>
                    </div></div></div>
                    """,
                script: """
                    animate('a', {transform: ['rotate(0deg)', 'rotate(60deg)']})
                    animate('b', {transform: ['rotate(0deg)', 'rotate(-100deg)']})
                    animate('c', {transform: ['translateX(0)', 'translateX(30px)']})
                    """),
            Scene(
                "z-order", shows: "zPosition", .aligned,
                layers: { root in
                    let colors: [UInt32] = [0xCC4444, 0x44AA44, 0x4466CC, 0xDDAA33]
                    for (index, color) in colors.enumerated() {
                        root.add(CALayer(20 + 30 * CGFloat(index), 20 + 30 * CGFloat(index), 70, 70, color)) {
                            $0.animate("zPosition", from: index, to: 10 - 3 * index)
                        }
                    }
                },
                html: (0..<4).map {
                    let place = 20 + 30 * $0
                    let color = ["#cc4444", "#44aa44", "#4466cc", "#ddaa33"][$0]
                    return "<div id=z\($0) at='\(place) \(place) 70 70' style='background:\(color)'></div>"
                }.joined(),
                // Whole numbers of hundredths, since `z-index` has no fractions.
                script: "for (let i = 0; i < 4; i++) animate('z' + i, {zIndex: [100 * i, 1000 - 300 * i]})"),
        ]
    }
}
