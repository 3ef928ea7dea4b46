internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// Perspective, and layers that keep their depth.
extension Scene {
    static var depths: [Scene] {
        let soft = SamplePicture.soft(100, 100)
        let sides: [(String, CATransform3D, UInt32)] = [
            ("translateZ(40px)", CATransform3DMakeTranslation(0, 0, 40), 0xCC4444),
            ("rotateY(90deg) translateZ(40px)", side(90, 0, 1, 0), 0x44AA44),
            ("rotateY(180deg) translateZ(40px)", side(180, 0, 1, 0), 0x4466CC),
            ("rotateY(-90deg) translateZ(40px)", side(-90, 0, 1, 0), 0xDDAA33),
            ("rotateX(90deg) translateZ(40px)", side(90, 1, 0, 0), 0x33AAAA),
            ("rotateX(-90deg) translateZ(40px)", side(-90, 1, 0, 0), 0xAA44AA),
        ]
        func cube(alpha: CGFloat) -> (CALayer) -> Void {
            { root in
                root.sublayerTransform = .perspective(320)
                root.add(CATransformLayer(60, 60, 80, 80)) {
                    $0.transform = .rotation(-28, 1, 0, 0)
                    $0.add(CATransformLayer(0, 0, 80, 80)) { cube in
                        cube.animateRotation(from: 10, to: 155, axis: "y")
                        for (_, transform, color) in sides {
                            cube.add(CALayer(0, 0, 80, 80, color, alpha: alpha)) { $0.transform = transform }
                        }
                    }
                }
            }
        }
        func cubePage(alpha: String) -> String {
            "<div at='0 0 200 200' style='perspective:320px'><div at='60 60 80 80' style='transform-style:preserve-3d;"
                + "transform:rotateX(-28deg)'><div id=a at='0 0 80 80' style='transform-style:preserve-3d'>"
                + sides.map { side, _, color in
                    let code = String(color, radix: 16)
                    return "<div at='0 0 80 80' style='background:#\(code)\(alpha);transform:\(side)'></div>"
                }.joined() + "</div></div></div>"
        }
        let cubeTurn = "animate('a', {transform: ['rotateY(10deg)', 'rotateY(155deg)']})"
        return [
            Scene(
                "perspective", shows: "perspective: rotation about y", .edges, allowing: .perspective,
                layers: {
                    $0.sublayerTransform = .perspective(200)
                    $0.add(CALayer(50, 50, 100, 100, 0x3388BB)).animateRotation(to: 125, axis: "y")
                },
                html: """
                    <div at='0 0 200 200' style='perspective:200px'><div id=a at='50 50 100 100' style='background:#3388bb'></div></div>
                    """,
                script: "animate('a', {transform: ['rotateY(0deg)', 'rotateY(125deg)']})"),
            Scene(
                "perspective-own", shows: "perspective in the layer's own transform; rotation about an axis between",
                .edges,
                layers: {
                    $0.add(CALayer(50, 50, 100, 100, 0xBB5533)) {
                        $0.animate(
                            "transform", from: CATransform3DConcat(.rotation(0, 1, 1, 0), .perspective(250)),
                            to: CATransform3DConcat(.rotation(80, 1, 1, 0), .perspective(250)))
                    }
                },
                html: "<div id=a at='50 50 100 100' style='background:#bb5533'></div>",
                script: """
                    animate('a', {transform: [
                        'perspective(250px) rotate3d(1, 1, 0, 0deg)', 'perspective(250px) rotate3d(1, 1, 0, 80deg)'
                    ]})
                    """),
            Scene(
                "perspective-picture", shows: "perspective: contents that lead away", .edges,
                layers: {
                    $0.sublayerTransform = .perspective(180)
                    $0.add(CALayer(40, 40, 120, 120)) {
                        $0.contents = soft.image
                        $0.animateRotation(to: 65, axis: "x")
                    }
                },
                html: """
                    <div at='0 0 200 200' style='perspective:180px'><img id=a at='40 40 120 120' src='\(soft.address)'></div>
                    """,
                script: "animate('a', {transform: ['rotateX(0deg)', 'rotateX(65deg)']})"),
            Scene(
                "flat", shows: "a layer makes what is in it flat", .edges,
                layers: {
                    $0.sublayerTransform = .perspective(250)
                    $0.add(CALayer(40, 40, 120, 120, 0xCCDDCC)) {
                        $0.animateRotation(from: 0, to: 60, axis: "y")
                        $0.add(CALayer(20, 20, 80, 80, 0x557766)).animateRotation(to: -60, axis: "y")
                    }
                },
                html: """
                    <div at='0 0 200 200' style='perspective:250px'><div id=a at='40 40 120 120' style='background:#ccddcc'>
                    <div id=b at='20 20 80 80' style='background:#557766'></div></div></div>
                    """,
                script: """
                    animate('a', {transform: ['rotateY(0deg)', 'rotateY(60deg)']})
                    animate('b', {transform: ['rotateY(0deg)', 'rotateY(-60deg)']})
                    """),
            Scene(
                "card", shows: "doubleSided: a card with two sides", .edges, allowing: .perspectiveOfPictures,
                layers: {
                    $0.sublayerTransform = .perspective(300)
                    $0.add(CATransformLayer(50, 40, 100, 120)) {
                        $0.animateRotation(to: 170, axis: "y")
                        $0.add(CALayer(0, 0, 100, 120, 0xCC4455)) {
                            $0.isDoubleSided = false
                            $0.add(CALayer(15, 15, 30, 30, 0xFFFFFF))
                        }
                        $0.add(CALayer(0, 0, 100, 120, 0x4455CC)) {
                            $0.isDoubleSided = false
                            $0.transform = .rotation(180, 0, 1, 0)
                            $0.add(CALayer(15, 75, 30, 30, 0xFFFF66))
                        }
                    }
                },
                html: """
                    <div at='0 0 200 200' style='perspective:300px'><div id=a at='50 40 100 120' style='transform-style:preserve-3d'>
                    <div at='0 0 100 120' style='background:#cc4455;backface-visibility:hidden'>
                    <div at='15 15 30 30' style='background:#fff'></div></div>
                    <div at='0 0 100 120' style='background:#4455cc;backface-visibility:hidden;transform:rotateY(180deg)'>
                    <div at='15 75 30 30' style='background:#ff6'></div></div></div></div>
                    """,
                script: "animate('a', {transform: ['rotateY(0deg)', 'rotateY(170deg)']})"),
            Scene(
                "cube", shows: "CATransformLayer: a cube, transform layers in each other", .edges,
                allowing: .perspective,
                layers: cube(alpha: 1), html: cubePage(alpha: ""), script: cubeTurn),
            Scene(
                "glass-cube", shows: "CATransformLayer: what lies deeper is drawn first", .edges,
                allowing: .perspective,
                layers: cube(alpha: CGFloat(0x99) / 255), html: cubePage(alpha: "99"), script: cubeTurn),
            Scene(
                "depth-order", shows: "zPosition as depth, seen in perspective", .edges, allowing: .perspective,
                layers: {
                    $0.sublayerTransform = .perspective(300)
                    $0.add(CATransformLayer(50, 50, 100, 100)) {
                        $0.animateRotation(from: -50, to: 50, axis: "y")
                        $0.add(CALayer(0, 0, 70, 70, 0xDD7733)) { $0.zPosition = 40 }
                        $0.add(CALayer(30, 30, 70, 70, 0x3377DD)) { $0.zPosition = -40 }
                    }
                },
                html: """
                    <div at='0 0 200 200' style='perspective:300px'><div id=a at='50 50 100 100' style='transform-style:preserve-3d'>
                    <div at='0 0 70 70' style='background:#dd7733;transform:translateZ(40px)'></div>
                    <div at='30 30 70 70' style='background:#3377dd;transform:translateZ(-40px)'></div></div></div>
                    """,
                script: "animate('a', {transform: ['rotateY(-50deg)', 'rotateY(50deg)']})"),
        ]
    }

    /// A cube's side, turned to where it looks.
    private static func side(_ degrees: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
        CATransform3DConcat(CATransform3DMakeTranslation(0, 0, 40), .rotation(degrees, x, y, z))
    }
}
