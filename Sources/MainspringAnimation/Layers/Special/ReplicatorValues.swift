internal import Foundation
package import MainspringGraphics
package import Mainspring

/// What a replicator layer says of itself beside what every layer does.
package struct ReplicatorValues {
    package var instanceCount: Int = 1
    package var preservesDepth: Bool = false
    package var instanceDelay: CFTimeInterval = 0
    package var instanceTransform: CATransform3D = CATransform3DIdentity
    package var instanceColor: CGColor? = .white
    package var instanceRedOffset: Float = 0
    package var instanceGreenOffset: Float = 0
    package var instanceBlueOffset: Float = 0
    package var instanceAlphaOffset: Float = 0
}
