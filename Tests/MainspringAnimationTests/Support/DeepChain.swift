import Foundation
import Mainspring

@testable import MainspringAnimation

/// Layers, each inside the one before it.
enum DeepChain {
    static let side = CGRect(x: 0, y: 0, width: 10, height: 10)

    /// - Parameters:
    ///   - make: Makes a layer.
    ///   - prepare: Is given each.
    static func make<Layer: CALayer>(
        _ count: Int, of make: () -> Layer, prepare: (Layer) -> Void = { $0.frame = side }
    ) -> [Layer] {
        var layers: [Layer] = []
        for _ in 0..<count {
            let layer = make()
            prepare(layer)
            layers.last?.addSublayer(layer)
            layers.append(layer)
        }
        return layers
    }

    static func make(_ count: Int, prepare: (CALayer) -> Void = { $0.frame = side }) -> [CALayer] {
        make(count, of: { CALayer() }, prepare: prepare)
    }

    /// A host, with a layer committed in it.
    static func host(_ layer: CALayer) -> LayerHost {
        let host = LayerHost(clock: VirtualClock())
        host.layer = layer
        CATransaction.flush()
        return host
    }
}
