import Foundation
import MainspringAnimation

/// A layer as one writes it on Apple's platforms; its accessors are in `ManagedDialLayer+Accessors.swift`.
class ManagedDialLayer: CALayer {
    @NSManaged var angle: CGFloat
    @NSManaged var caption: String?
    @NSManaged var marks: [CGFloat]

    override class func needsDisplay(forKey key: String) -> Bool { key == "angle" || super.needsDisplay(forKey: key) }
}

class ManagedGaugeLayer: ManagedDialLayer {
    @NSManaged var reach: Double
}
