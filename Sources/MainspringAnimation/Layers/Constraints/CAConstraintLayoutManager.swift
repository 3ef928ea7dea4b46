internal import Diagnostics
public import Foundation

/// Places the sublayers of a layer by their ``CALayer/constraints``.
///
/// Layers without constraints stay where they are. A constraint whose source does not exist, or that is one too many
/// along its axis, is ignored; one that goes in a circle takes the other layer as it is. Each is told once on standard
/// error.
open class CAConstraintLayoutManager: NSObject, CALayoutManager {
    /// A manager, which any number of layers may share.
    public override init() {
        super.init()
    }

    /// Places the layer's sublayers.
    open func layoutSublayers(of layer: CALayer) {
        var solver = ConstraintSolver(sublayersOf: layer)
        solver.solve()
        solver.apply()
        for complaint in solver.complaints { Self.complaints.write(complaint, complaint) }
    }

    private static let complaints = OnceLog<String>(ending: "No further complaints about constraints are written.")
}
