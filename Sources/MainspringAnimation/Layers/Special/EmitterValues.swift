internal import Foundation

/// What a particle layer says of itself beside what every layer does.
package struct EmitterValues {
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

    /// The same, with cells that nobody else has.
    var withCopiedCells: EmitterValues {
        var copy = self
        copy.emitterCells = emitterCells?.map { $0.copied() }
        return copy
    }
}
