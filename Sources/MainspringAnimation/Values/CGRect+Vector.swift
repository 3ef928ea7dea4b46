internal import Foundation

extension SIMD4<Double> {
    init(_ rect: CGRect) {
        self.init(Double(rect.origin.x), Double(rect.origin.y), Double(rect.size.width), Double(rect.size.height))
    }
}

extension CGRect {
    init(_ v: SIMD4<Double>) {
        self.init(x: v.x, y: v.y, width: v.z, height: v.w)
    }
}
