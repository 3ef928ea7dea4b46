internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// Animations through several values.
extension Scene {
    static var keyframes: [Scene] {
        let (ease, out) = (CAMediaTimingFunction(name: .easeIn), CAMediaTimingFunction(name: .easeOut))
        let track = CGMutablePath()
        track.move(to: CGPoint(x: 40, y: 150))
        track.addCurve(
            to: CGPoint(x: 100, y: 50), control1: CGPoint(x: 40, y: 90), control2: CGPoint(x: 60, y: 50))
        track.addLine(to: CGPoint(x: 160, y: 50))
        track.addLine(to: CGPoint(x: 160, y: 140))
        return [
            Scene(
                "keyframes", shows: "keyframes with times, a pace for each step", .edges,
                layers: {
                    $0.add(CALayer(20, 80, 40, 40, 0x228877)) {
                        let points = [(40, 100), (140, 40), (160, 150), (60, 160)].map { CGPoint(x: $0.0, y: $0.1) }
                        $0.animate("position", through: points) {
                            $0.keyTimes = [0, 0.25, 0.7, 1]
                            $0.timingFunctions = [ease, out, CAMediaTimingFunction(name: .linear)]
                        }
                    }
                },
                html: "<div id=a at='20 80 40 40' style='background:#228877'></div>",
                script: """
                    animate('a', [
                        {transform: 'translate(0px, 0px)', easing: 'ease-in'},
                        {transform: 'translate(100px, -60px)', offset: .25, easing: 'ease-out'},
                        {transform: 'translate(120px, 50px)', offset: .7}, {transform: 'translate(20px, 60px)'}
                    ])
                    """),
            Scene(
                "keyframes-pace", shows: "keyframes within a pace of the whole; colours", .aligned,
                layers: {
                    $0.add(CALayer(30, 30, 140, 140)) {
                        $0.animate(
                            "backgroundColor",
                            through: [0xCC3333, 0x33CC33, 0x3333CC, 0xCCCC33].map { CGColor.hex($0) }
                        ) {
                            $0.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
                        }
                    }
                },
                html: "<div id=a at='30 30 140 140'></div>",
                script: """
                    animate('a', {backgroundColor: ['#cc3333', '#33cc33', '#3333cc', '#cccc33']}, {easing: 'ease-in-out'})
                    """),
            Scene(
                "discrete", shows: "discrete keyframes", .aligned, span: 0.97,
                layers: {
                    $0.add(CALayer(20, 80, 40, 40, 0x775522)) {
                        $0.animate("position.x", through: [40, 80, 130, 160]) {
                            $0.calculationMode = .discrete
                            $0.keyTimes = [0, 0.2, 0.55, 0.8, 1]
                        }
                    }
                },
                html: "<div id=a at='20 80 40 40' style='background:#775522'></div>",
                script: """
                    animate('a', [0, 40, 90, 120, 120].map((x, i) => (
                        {transform: `translateX(${x}px)`, offset: [0, .2, .55, .8, 1][i], easing: 'step-end'}
                    )))
                    """),
            Scene(
                "path", shows: "paced keyframes along a path", .edges, allowing: .pathLength,
                layers: {
                    $0.add(CALayer(25, 135, 30, 30, 0xBB3355)) {
                        $0.animate(CAKeyframeAnimation(keyPath: "position")) {
                            $0.path = track
                            $0.calculationMode = .paced
                        }
                    }
                },
                html: "<div id=a at='0 0 30 30' style='background:#bb3355;offset-rotate:0deg;\(trackPath)'></div>",
                script: "animate('a', {offsetDistance: ['0%', '100%']})"),
            Scene(
                "path-turning", shows: "rotationMode auto: it turns with the path", .edges, allowing: .pathLength,
                layers: {
                    $0.add(CALayer(20, 140, 40, 20, 0xBB3355)) {
                        $0.animate(CAKeyframeAnimation(keyPath: "position")) {
                            $0.path = track
                            $0.calculationMode = .paced
                            $0.rotationMode = .rotateAuto
                        }
                    }
                },
                html: "<div id=a at='0 0 40 20' style='background:#bb3355;\(trackPath)'></div>",
                script: "animate('a', {offsetDistance: ['0%', '100%']})"),
            Scene(
                "paced", shows: "paced keyframes: an even speed", .edges,
                layers: {
                    $0.add(CALayer(20, 20, 30, 30, 0x446622)) {
                        let points = [(35, 35), (165, 60), (140, 90), (60, 165)].map { CGPoint(x: $0.0, y: $0.1) }
                        $0.animate("position", through: points) { $0.calculationMode = .paced }
                    }
                },
                html: """
                    <div id=a at='0 0 30 30' style='background:#446622;offset-rotate:0deg;
                    offset-path:path("M35 35L165 60L140 90L60 165")'></div>
                    """,
                script: "animate('a', {offsetDistance: ['0%', '100%']})"),
            Scene(
                "matrices", shows: "transforms by their matrices: taken apart and put together", .edges,
                layers: {
                    $0.add(CALayer(70, 70, 60, 60, 0x664499)) {
                        $0.animate(
                            "transform", from: CATransform3DMakeTranslation(-30, 0, 0),
                            to: CATransform3DConcat(
                                CATransform3DMakeScale(1.8, 0.7, 1),
                                CATransform3DConcat(.rotation(110, 0, 0, 1), CATransform3DMakeTranslation(20, 30, 0))))
                    }
                },
                html: "<div id=a at='70 70 60 60' style='background:#664499'></div>",
                script: """
                    const end = new DOMMatrix('translate(20px, 30px) rotate(110deg) scale(1.8, .7)')
                    animate('a', {transform: ['matrix(1,0,0,1,-30,0)', end.toString()]})
                    """),
        ]
    }

    /// The same way for CSS, whose element lies on it by its middle.
    private static let trackPath = "offset-path:path(\"M40 150C40 90 60 50 100 50L160 50L160 140\")"
}
