internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// Opacity, and what covers layers in part.
extension Scene {
    static var opacities: [Scene] {
        [
            Scene(
                "opacity", shows: "opacity of a layer alone", .aligned,
                layers: {
                    $0.add(CALayer(30, 30, 90, 90, 0x3366CC)).animate("opacity", from: 1, to: 0)
                    $0.add(CALayer(80, 80, 90, 90, 0xCC6633)).animate("opacity", from: 0.2, to: 0.9)
                },
                html: """
                    <div id=a at='30 30 90 90' style='background:#3366cc'></div>
                    <div id=b at='80 80 90 90' style='background:#cc6633'></div>
                    """,
                script: "animate('a', {opacity: [1, 0]}); animate('b', {opacity: [.2, .9]})"),
            Scene(
                "group-opacity", shows: "opacity as a group", .aligned,
                layers: {
                    $0.add(CALayer(20, 80, 160, 20, 0x222222))
                    $0.add(CALayer(30, 30, 90, 90, 0x3366CC)) {
                        $0.add(CALayer(40, 40, 90, 90, 0xEECC44))
                        $0.add(CALayer(10, 10, 60, 60, 0xCC4444)) { $0.opacity = 0.5 }
                        $0.animate("opacity", from: 1, to: 0.1)
                    }
                },
                html: """
                    <div at='20 80 160 20' style='background:#222222'></div>
                    <div id=a at='30 30 90 90' style='background:#3366cc'><div at='40 40 90 90' style='background:#eecc44'></div>
                    <div at='10 10 60 60' style='background:#cc4444;opacity:.5'></div></div>
                    """,
                script: "animate('a', {opacity: [1, .1]})"),
            Scene(
                "opacity-each", shows: "opacity without a group (allowsGroupOpacity)", .aligned,
                layers: {
                    $0.add(CALayer(30, 30, 90, 90, 0x3366CC)) {
                        $0.allowsGroupOpacity = false
                        $0.add(CALayer(40, 40, 90, 90, 0xEECC44))
                        $0.animate("opacity", from: 1, to: 0.1)
                    }
                },
                html: """
                    <div id=a at='30 30 90 90' style='background:#3366cc'></div>
                    <div id=b at='70 70 90 90' style='background:#eecc44'></div>
                    """,
                script: "animate('a', {opacity: [1, .1]}); animate('b', {opacity: [1, .1]})"),
        ]
    }

    static var masks: [Scene] {
        let (ring, soft) = (SamplePicture.ring(80), SamplePicture.soft(160, 160))
        return [
            Scene(
                "mask-gradient", shows: "mask: a gradient of alpha", .aligned,
                layers: {
                    $0.add(CALayer(20, 40, 160, 120, 0x2255AA)) {
                        $0.add(CALayer(30, 30, 60, 60, 0xEEBB33)).slide(40)
                        let mask = CAGradientLayer()
                        mask.frame = CGRect(x: 0, y: 0, width: 160, height: 120)
                        mask.colors = [CGColor.hex(0, 1), CGColor.hex(0, 0)]
                        mask.startPoint = CGPoint(x: 0, y: 0.5)
                        mask.endPoint = CGPoint(x: 1, y: 0.5)
                        $0.mask = mask
                    }
                },
                html: """
                    <div at='20 40 160 120' style='background:#2255aa;mask-image:linear-gradient(to right,#000,transparent)'>
                    <div id=b at='30 30 60 60' style='background:#eebb33'></div></div>
                    """,
                script: "animate('b', {transform: ['translateX(0)', 'translateX(40px)']})"),
            Scene(
                "mask-circle", shows: "mask: a circle that grows", .rounded, allowing: .clipPath,
                layers: {
                    $0.add(CALayer(20, 20, 160, 160)) {
                        $0.contents = soft.image
                        let mask = CALayer(70, 70, 20, 20, 0)
                        $0.mask = mask
                        mask.animate(
                            "bounds.size", from: CGSize(width: 20, height: 20), to: CGSize(width: 180, height: 180))
                        mask.animate("cornerRadius", from: 10, to: 90)
                    }
                },
                html: "<img id=a at='20 20 160 160' src='\(soft.address)'>",
                script: "animate('a', {clipPath: ['circle(10px at 80px 80px)', 'circle(90px at 80px 80px)']})"),
            Scene(
                "mask-shape", shows: "mask: a shape whose path changes", .edges,
                layers: {
                    $0.add(CALayer(20, 20, 160, 160)) {
                        $0.contents = soft.image
                        let mask = CAShapeLayer()
                        mask.frame = CGRect(x: 0, y: 0, width: 160, height: 160)
                        $0.mask = mask
                        mask.animate(
                            "path", from: CGPath.lines([(80, 0), (160, 160), (80, 120), (0, 160)]),
                            to: CGPath.lines([(80, 60), (160, 0), (120, 160), (0, 100)]))
                    }
                },
                html: "<img id=a at='20 20 160 160' src='\(soft.address)'>",
                script: """
                    animate('a', {clipPath: [
                        'polygon(80px 0px, 160px 160px, 80px 120px, 0px 160px)', 'polygon(80px 60px, 160px 0px, 120px 160px, 0px 100px)'
                    ]})
                    """),
            Scene(
                "mask-picture", shows: "mask: the alpha of a picture, moved", .aligned,
                layers: {
                    $0.add(CALayer(20, 20, 160, 160, 0x227755)) {
                        $0.add(CALayer(0, 60, 160, 30, 0xEE6655))
                        let mask = CALayer(0, 0, 80, 80)
                        mask.contents = ring.image
                        $0.mask = mask
                        mask.animate("position", from: CGPoint(x: 40, y: 40), to: CGPoint(x: 120, y: 100))
                    }
                },
                html: """
                    <div id=a at='20 20 160 160' style='background:#227755;mask:url(\(ring.address)) no-repeat'>
                    <div at='0 60 160 30' style='background:#ee6655'></div></div>
                    """,
                script: "animate('a', {maskPosition: ['0px 0px', '80px 60px']})"),
            Scene(
                "mask-rotated", shows: "mask of a layer that turns, with opacity", .edges, allowing: .turnedClip,
                layers: {
                    $0.add(CALayer(40, 40, 120, 120, 0x2255AA)) {
                        $0.add(CALayer(40, 30, 40, 60, 0xEEBB33))
                        $0.opacity = 0.7
                        let mask = CALayer(20, 10, 80, 100, 0)
                        $0.mask = mask
                        $0.animateRotation(to: 100)
                    }
                },
                html: """
                    <div id=a at='40 40 120 120' style='background:#2255aa;opacity:.7;clip-path:inset(10px 20px)'>
                    <div at='40 30 40 60' style='background:#eebb33'></div></div>
                    """,
                script: "animate('a', {transform: ['rotate(0deg)', 'rotate(100deg)']})"),
        ]
    }
}
