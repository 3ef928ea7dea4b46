internal import Diagnostics
public import Foundation

// What Apple's platforms have for images and we have not.

extension CGImage {
    /// Not here: colours that are left out.
    @available(*, unavailable, message: "Give an image with alpha, or mask it by masking(_:).")
    public func copy(maskingColorComponents components: UnsafePointer<CGFloat>) -> CGImage? { unavailable() }
}
