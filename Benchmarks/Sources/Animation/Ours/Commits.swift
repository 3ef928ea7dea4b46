import Foundation
import MainspringAnimation
import Measure

/// commit-10k: all of 10,000 layers are moved, without implicit animations, and committed. Between commits a frame is made of them.
func commits(_ size: Int) -> Int {
    let hosted = HostedLayers(10_000)
    for round in 0..<(size + 3) {
        measure_begin()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        for layer in hosted.layers { layer.position = CGPoint(x: Double(round), y: 1) }
        CATransaction.commit()
        measure_end()
        if round < 3 { measure_reset() }
        hosted.nextFrame()
    }
    precondition(hosted.layers.allSatisfy { $0.presentation()?.position.x == CGFloat(size + 2) })
    return size
}

/// commit-1-of-100k: one of 100,000 layers is moved, without implicit animations, and committed; a frame is made between.
func smallCommits(_ size: Int) -> Int {
    let hosted = HostedLayers(100_000)
    for round in 0..<(size + 10) {
        let layer = hosted.layers[round * 7919 % hosted.layers.count]
        measure_begin()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.position = CGPoint(x: Double(round), y: 1)
        CATransaction.commit()
        measure_end()
        if round < 10 { measure_reset() }
        hosted.nextFrame()
        precondition(layer.presentation()?.position.x == CGFloat(round))
    }
    return size
}
