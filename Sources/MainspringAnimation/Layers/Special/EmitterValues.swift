internal import Foundation

/// What a particle layer says of itself beside what every layer does.
struct EmitterValues {
    var emitterCells: [CAEmitterCell]?
    var birthRate: Float = 1
    var lifetime: Float = 1
    var emitterPosition: CGPoint = .zero
    var emitterZPosition: CGFloat = 0
    var emitterSize: CGSize = .zero
    var emitterDepth: CGFloat = 0
    var emitterShape: CAEmitterLayerEmitterShape = .point
    var emitterMode: CAEmitterLayerEmitterMode = .volume
    var renderMode: CAEmitterLayerRenderMode = .unordered
    var preservesDepth: Bool = false
    var velocity: Float = 1
    var scale: Float = 1
    var spin: Float = 1
    var seed: UInt32 = 0
}
