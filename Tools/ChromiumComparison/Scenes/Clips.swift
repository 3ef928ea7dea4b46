internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// What is cut off at the bounds.
extension Scene {
    static var clips: [Scene] {
        let photo = SamplePicture.soft(120, 100)
        return [
            Scene(
                "clip", shows: "masksToBounds", .aligned,
                layers: {
                    $0.add(CALayer(40, 50, 120, 100, 0xCCDDEE)) {
                        $0.masksToBounds = true
                        $0.add(CALayer(-30, 30, 50, 50, 0xCC4466)).slide(130)
                    }
                },
                html: """
                    <div at='40 50 120 100' style='background:#ccddee;overflow:hidden'>
                    <div id=b at='-30 30 50 50' style='background:#cc4466'></div></div>
                    """,
                script: "animate('b', {transform: ['translateX(0)', 'translateX(130px)']})"),
            Scene(
                "clip-rounded", shows: "masksToBounds with rounded corners, a sublayer that moves, a border over it",
                .rounded,
                layers: {
                    $0.add(CALayer(40, 50, 120, 100, 0xCCDDEE)) {
                        $0.masksToBounds = true
                        $0.cornerRadius = 36
                        $0.add(CALayer(-30, 10, 60, 80, 0xCC4466)).slide(130)
                    }
                },
                html: """
                    <div at='40 50 120 100' style='background:#ccddee;overflow:hidden;border-radius:36px'>
                    <div id=b at='-30 10 60 80' style='background:#cc4466'></div></div>
                    """,
                script: "animate('b', {transform: ['translateX(0)', 'translateX(130px)']})"),
            Scene(
                "clip-corner", shows: "masksToBounds with maskedCorners, contents that are cut off", .rounded,
                layers: {
                    $0.add(CALayer(40, 50, 120, 100)) {
                        $0.masksToBounds = true
                        $0.contents = photo.image
                        $0.maskedCorners = [.layerMaxXMinYCorner, .layerMinXMaxYCorner]
                        $0.animate("cornerRadius", from: 0, to: 50)
                    }
                },
                html: "<img id=a at='40 50 120 100' src='\(photo.address)'>",
                script: "animate('a', {borderRadius: ['0px 0px 0px 0px', '0px 50px 0px 50px']})"),
            Scene(
                "clip-turned", shows: "masksToBounds of a layer that turns, with a sublayer that turns back", .edges,
                layers: {
                    $0.add(CALayer(45, 45, 110, 110, 0xDDEECC)) {
                        $0.masksToBounds = true
                        $0.animateRotation(to: 70)
                        $0.add(CALayer(-15, 20, 140, 60, 0x557744)).animateRotation(to: -150)
                    }
                },
                html: """
                    <div id=a at='45 45 110 110' style='background:#ddeecc;overflow:hidden'>
                    <div id=b at='-15 20 140 60' style='background:#557744'></div></div>
                    """,
                script: """
                    animate('a', {transform: ['rotate(0deg)', 'rotate(70deg)']})
                    animate('b', {transform: ['rotate(0deg)', 'rotate(-150deg)']})
                    """),
            Scene(
                "clip-in-clip", shows: "rounded clips in each other, turned", .rounded,
                layers: {
                    $0.add(CALayer(30, 30, 140, 140, 0xEEEECC)) {
                        $0.masksToBounds = true
                        $0.cornerRadius = 40
                        $0.animateRotation(to: 45)
                        $0.add(CALayer(50, 40, 120, 80, 0x8899CC)) {
                            $0.masksToBounds = true
                            $0.cornerRadius = 25
                            $0.add(CALayer(-20, 30, 100, 100, 0xCC5533)).slide(60)
                        }
                    }
                },
                html: """
                    <div id=a at='30 30 140 140' style='background:#eeeecc;overflow:hidden;border-radius:40px'>
                    <div at='50 40 120 80' style='background:#8899cc;overflow:hidden;border-radius:25px'>
                    <div id=c at='-20 30 100 100' style='background:#cc5533'></div></div></div>
                    """,
                script: """
                    animate('a', {transform: ['rotate(0deg)', 'rotate(45deg)']})
                    animate('c', {transform: ['translateX(0)', 'translateX(60px)']})
                    """),
            Scene(
                "scroll", shows: "CAScrollLayer: its bounds move over what is in it", .aligned,
                layers: {
                    $0.add(CAScrollLayer(40, 40, 120, 120, 0xE8E8F0)) { scroll in
                        scroll.masksToBounds = true
                        for index in 0..<5 {
                            scroll.add(
                                CALayer(10, 10 + 40 * CGFloat(index), 100, 30, 0x4477AA + 0x220000 * UInt32(index)))
                        }
                        scroll.animate("bounds.origin.y", from: 0, to: 90)
                    }
                },
                html: "<div at='40 40 120 120' style='background:#e8e8f0;overflow:hidden'><div id=b at='0 0 120 210'>"
                    + (0..<5).map {
                        let color = String(0x4477AA + 0x220000 * $0, radix: 16)
                        return "<div at='10 \(10 + 40 * $0) 100 30' style='background:#\(color)'></div>"
                    }.joined() + "</div></div>",
                script: "animate('b', {transform: ['translateY(0)', 'translateY(-90px)']})"),
        ]
    }

    static var shadows: [Scene] {
        let ring = SamplePicture.ring(100)
        return [
            Scene(
                "shadow", shows: "shadow of a layer: opacity and offset", .aligned, allowing: .boxShadow,
                layers: {
                    $0.add(CALayer(50, 50, 90, 80, 0xFFEEDD)) {
                        $0.shadowRadius = 8
                        $0.animate("shadowOpacity", from: 0.2, to: 1)
                        $0.animate(
                            "shadowOffset", from: CGSize(width: -20, height: 0), to: CGSize(width: 20, height: 20))
                    }
                },
                html: "<div id=a at='50 50 90 80' style='background:#ffeedd'></div>",
                script: """
                    animate('a', {boxShadow: ['-20px 0px 16px rgb(0 0 0 / .2)', '20px 20px 16px rgb(0 0 0 / 1)']})
                    """),
            Scene(
                "shadow-path", shows: "shadowPath with rounded corners; shadowRadius and shadowColor", .aligned,
                allowing: .boxShadowOfCorners,
                layers: {
                    $0.add(CALayer(50, 50, 100, 90, 0xFFEEDD)) {
                        $0.cornerRadius = 20
                        $0.shadowPath = CGPath(
                            roundedRect: CGRect(x: 0, y: 0, width: 100, height: 90), cornerWidth: 20, cornerHeight: 20,
                            transform: nil)
                        $0.shadowOpacity = 1
                        $0.shadowOffset = CGSize(width: 5, height: 10)
                        $0.animate("shadowRadius", from: 2, to: 17)
                        $0.animate("shadowColor", from: CGColor.hex(0x882222), to: CGColor.hex(0x2222AA))
                    }
                },
                html: "<div id=a at='50 50 100 90' style='background:#ffeedd;border-radius:20px'></div>",
                script: "animate('a', {boxShadow: ['5px 10px 4px #882222', '5px 10px 34px #2222aa']})"),
            Scene(
                "shadow-turned", shows: "shadow of a layer that turns: it turns with it", .edges, allowing: .boxShadow,
                layers: {
                    $0.add(CALayer(60, 50, 80, 90, 0xFFEEDD)) {
                        $0.shadowRadius = 5
                        $0.shadowOpacity = 0.7
                        $0.shadowOffset = CGSize(width: 12, height: 8)
                        $0.animateRotation(to: 110)
                    }
                },
                html: """
                    <div id=a at='60 50 80 90' style='background:#ffeedd;box-shadow:12px 8px 10px rgb(0 0 0 / .7)'></div>
                    """,
                script: "animate('a', {transform: ['rotate(0deg)', 'rotate(110deg)']})"),
            Scene(
                "shadow-alpha", shows: "shadow of whatever there is to be seen: contents with alpha", .aligned,
                layers: {
                    $0.add(CALayer(30, 40, 100, 100)) {
                        $0.contents = ring.image
                        $0.shadowRadius = 4
                        $0.shadowOpacity = 0.8
                        $0.shadowOffset = CGSize(width: 6, height: 10)
                        $0.slide(40)
                    }
                },
                html:
                    "<img id=a at='30 40 100 100' style='filter:drop-shadow(6px 10px 4px rgb(0 0 0 / .8))' src='\(ring.address)'>",
                script: "animate('a', {transform: ['translateX(0)', 'translateX(40px)']})"),
            Scene(
                "shadow-tree", shows: "shadow of a layer and its sublayers, which move", .aligned,
                layers: {
                    $0.add(CALayer(40, 60, 80, 60, 0x77AACC)) {
                        $0.shadowRadius = 3
                        $0.shadowOpacity = 0.6
                        $0.shadowOffset = CGSize(width: 8, height: 8)
                        $0.add(CALayer(-20, 30, 60, 60, 0xCC7744)).slide(80)
                    }
                },
                html: """
                    <div at='40 60 80 60' style='background:#77aacc;filter:drop-shadow(8px 8px 3px rgb(0 0 0 / .6))'>
                    <div id=b at='-20 30 60 60' style='background:#cc7744'></div></div>
                    """,
                script: "animate('b', {transform: ['translateX(0)', 'translateX(80px)']})"),
        ]
    }
}
