internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// Particles that nothing is left to chance of: on a page an element for each.
extension Scene {
    static var particles: [Scene] {
        let picture = SamplePicture.glow(24)
        let (births, life) = (10, 1.4)
        return [
            Scene(
                "emitter", shows: "CAEmitterLayer without ranges: births, velocity, acceleration, spin, size and alpha",
                .edges, span: 1.9,
                layers: {
                    $0.add(CAEmitterLayer(0, 0, 200, 200)) {
                        let cell = CAEmitterCell()
                        cell.contents = picture.image
                        (cell.birthRate, cell.lifetime) = (5, Float(life))
                        (cell.velocity, cell.emissionLongitude, cell.yAcceleration) = (100, -.pi / 6, 100)
                        (cell.scale, cell.scaleSpeed, cell.spin, cell.alphaSpeed) = (0.6, 0.4, 2, -0.5)
                        $0.emitterCells = [cell]
                        $0.emitterPosition = CGPoint(x: 30, y: 110)
                        $0.emitterShape = .point
                        $0.renderMode = .oldestFirst
                    }
                },
                html: (0..<births).map {
                    """
                    <div id=v\($0) at='30 110 0 0'><div id=g\($0) at='0 0 0 0'>
                    <img id=p\($0) at='-12 -12 24 24' style='opacity:0' src='\(picture.address)'></div></div>
                    """
                }.joined(),
                // The square of time as a curve; the n-th birth is n births' time after the beginning.
                script: """
                    const life = \(life), angle = -Math.PI / 6
                    for (let i = 0; i < \(births); i++) {
                        const timing = {duration: 1000 * life, delay: 200 * (i + 1), fill: 'none'}
                        const way = `${100 * Math.cos(angle) * life}px ${100 * Math.sin(angle) * life}px`
                        animate('v' + i, {translate: ['0px 0px', way]}, timing)
                        animate('g' + i, {translate: ['0px 0px', `0px ${100 / 2 * life * life}px`]},
                            {...timing, easing: 'cubic-bezier(.33333333, 0, .66666667, .33333333)'})
                        animate('p' + i, {
                            rotate: ['0rad', `${2 * life}rad`], scale: [.6, .6 + .4 * life], opacity: [1, 1 - .5 * life]
                        }, timing)
                    }
                    """)
        ]
    }
}
