internal import Diagnostics
public import Foundation

// What Apple's platforms have for images and we have not.

extension CGImage {
    /// Not here: files are decoded by another module.
    @available(*, unavailable, message: "Decode the file elsewhere and make the image from its pixels.")
    public convenience init?(
        jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) { unavailable() }

    /// Not here: files are decoded by another module.
    @available(*, unavailable, message: "Decode the file elsewhere and make the image from its pixels.")
    public convenience init?(
        pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) { unavailable() }

    /// Not here: colours that are left out.
    @available(*, unavailable, message: "Give an image with alpha, or mask it by masking(_:).")
    public func copy(maskingColorComponents components: UnsafePointer<CGFloat>) -> CGImage? { unavailable() }
}
