internal import Foundation
internal import MainspringGraphics
internal import Mainspring

/// What a replicator layer says of itself beside what every layer does.
struct ReplicatorValues {
    var instanceCount: Int = 1
    var preservesDepth: Bool = false
    var instanceDelay: CFTimeInterval = 0
    var instanceTransform: CATransform3D = CATransform3DIdentity
    var instanceColor: CGColor? = .white
    var instanceRedOffset: Float = 0
    var instanceGreenOffset: Float = 0
    var instanceBlueOffset: Float = 0
    var instanceAlphaOffset: Float = 0
}
