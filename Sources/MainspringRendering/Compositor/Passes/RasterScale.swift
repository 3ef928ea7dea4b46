internal import Foundation

/// How many pixels a unit has in what Cairo draws for a layer: a function of where the layer lies alone, so that the picture does not depend
/// on what was there before.
enum RasterScale {
    /// The screen's own where the layer is as large as it says; else the next power of the root of two that is not smaller.
    static func scale(_ map: DeviceMap, _ texture: DrawnTexture, _ display: Double) -> Double {
        var scale = wanted(map, texture.rect, display)
        // What does not fit is drawn smaller.
        while !texture.fits(scale), scale > 1e-9 { scale /= 2.0.squareRoot() }
        return scale
    }

    /// Whether it would be drawn so much smaller that it is drawn anew each time instead.
    static func isTooLarge(_ map: DeviceMap, _ texture: DrawnTexture, _ display: Double) -> Bool {
        map.isAffine && !texture.fits(wanted(map, texture.rect, display))
    }

    /// The pixels that a drawing touches: with the clear rim that it has, so that edges may fade.
    static func box(_ map: DeviceMap, _ texture: DrawnTexture, _ display: Double) -> PixelBox {
        if isTooLarge(map, texture, display) { return map.box(of: texture.rect) }
        let rim = Double(DrawnTexture.margin + 1) / scale(map, texture, display)
        return map.box(of: texture.rect.insetBy(dx: -rim, dy: -rim)).grown(by: 1)
    }

    /// The scale of a drawing that has room.
    static func wanted(_ map: DeviceMap, _ rect: CGRect, _ display: Double) -> Double {
        let enlargement = map.enlargement(in: rect) / display
        guard enlargement.isFinite, enlargement > 0 else { return display }
        if abs(enlargement - 1) < 1e-6 { return display }
        let power = (2 * log2(min(max(enlargement, 1e-4), 1e4)) - 1e-6).rounded(.up)
        return display * exp2(power / 2)
    }
}
