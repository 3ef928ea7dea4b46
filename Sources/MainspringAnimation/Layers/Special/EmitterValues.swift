package import Foundation

/// What a particle layer says of itself beside what every layer does.
package struct EmitterValues {
    package var emitterCells: [CAEmitterCell]?
    package var birthRate: Float = 1
    package var lifetime: Float = 1
    package var emitterPosition: CGPoint = .zero
    package var emitterZPosition: CGFloat = 0
    package var emitterSize: CGSize = .zero
    package var emitterDepth: CGFloat = 0
    package var emitterShape: CAEmitterLayerEmitterShape = .point
    package var emitterMode: CAEmitterLayerEmitterMode = .volume
    package var renderMode: CAEmitterLayerRenderMode = .unordered
    package var preservesDepth: Bool = false
    package var velocity: Float = 1
    package var scale: Float = 1
    package var spin: Float = 1
    package var seed: UInt32 = 0

    /// The same, with cells that nobody else has.
    package var withCopiedCells: EmitterValues {
        var copy = self
        copy.emitterCells = emitterCells?.map { $0.copied() }
        return copy
    }
}
