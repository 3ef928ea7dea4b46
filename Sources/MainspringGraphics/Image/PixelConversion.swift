import Foundation

/// Makes sRGB in words of four bytes, in memory blue, green, red and alpha, multiplied by alpha, from the pixels of an
/// image.
package struct PixelConversion {
    private let image: CGImage
    /// What each value of a component becomes; nil where it stays as it is.
    private let tables: [[UInt8]]?
    /// The space, if its components depend on one another in the conversion.
    private let mixed: ColorSpaceDefinition?

    init(_ image: CGImage) {
        self.image = image
        let space = image.colorSpace?.definition ?? .deviceGray
        let ranges = image.decodeRanges
        mixed = space == .displayP3 ? space : nil
        if ranges.isEmpty, space.isEncodedSRGB || space == .displayP3 {
            tables = nil
        } else {
            tables = (0..<3).map { component in
                let first = space.isGray ? 0 : 2 * component
                let (low, high) = ranges.isEmpty ? (0, 1) : (ranges[first].native, ranges[first + 1].native)
                return (0..<256).map { value in
                    let decoded = low + (high - low) * Double(value) / 255
                    // The components are alike here, so that any of them tells what becomes of one.
                    let values = ColorValues(decoded, decoded, decoded, 1)
                    let result = space == .displayP3 ? values : space.converted(values, to: .sRGB)
                    return Self.byte(result.x)
                }
            }
        }
    }

    /// The pixels, without gaps between rows.
    var pixels: [UInt8] {
        let (width, height, layout) = (image.width, image.height, image.layout)
        return [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
            image.bytes.withUnsafeBytes { source in
                for y in 0..<height {
                    var read = y * image.bytesPerRow
                    var write = y * width * 4
                    for _ in 0..<width {
                        let (blue, green, red, alpha) = pixel(source, read, layout)
                        target[write] = blue
                        target[write + 1] = green
                        target[write + 2] = red
                        target[write + 3] = alpha
                        read += layout.bytesPerPixel
                        write += 4
                    }
                }
            }
            count = width * height * 4
        }
    }

    private func pixel(
        _ source: UnsafeRawBufferPointer, _ read: Int, _ layout: PixelLayout
    ) -> (UInt8, UInt8, UInt8, UInt8) {
        switch layout.kind {
        case .mask: return (0, 0, 0, 255 - (tables?[0][Int(source[read])] ?? source[read]))
        case .alphaOnly: return (0, 0, 0, source[read])
        case .gray, .rgb: break
        }
        var (red, green) = (source[read + layout.red], source[read + layout.green])
        var blue = source[read + layout.blue]
        guard let place = layout.alpha else {
            convert(&red, &green, &blue)
            return (blue, green, red, 255)
        }
        let alpha = source[read + place]
        if layout.isPremultiplied {
            guard tables != nil || mixed != nil else { return (blue, green, red, alpha) }
            red = Self.divide(red, alpha)
            green = Self.divide(green, alpha)
            blue = Self.divide(blue, alpha)
        }
        convert(&red, &green, &blue)
        return (Self.multiply(blue, alpha), Self.multiply(green, alpha), Self.multiply(red, alpha), alpha)
    }

    /// Goes to sRGB, alpha not being multiplied in.
    private func convert(_ red: inout UInt8, _ green: inout UInt8, _ blue: inout UInt8) {
        if let tables {
            red = tables[0][Int(red)]
            green = tables[1][Int(green)]
            blue = tables[2][Int(blue)]
        }
        if let mixed {
            let values = ColorValues(Double(red) / 255, Double(green) / 255, Double(blue) / 255, 1)
            let result = mixed.converted(values, to: .sRGB)
            red = Self.byte(result.x)
            green = Self.byte(result.y)
            blue = Self.byte(result.z)
        }
    }

    /// A value from 0 to 1 as a byte, rounded.
    static func byte(_ value: Double) -> UInt8 {
        value > 0 ? UInt8((min(value, 1) * 255).rounded()) : 0
    }

    /// The product of two values of which 255 is 1, rounded; by shifts instead of a division (Blinn, "Three wrongs make
    /// a right", 1995).
    package static func multiply(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
        let product = UInt32(value) &* UInt32(alpha) &+ 128
        return UInt8(truncatingIfNeeded: (product &+ (product &>> 8)) &>> 8)
    }

    /// The colour of a product with alpha, rounded; 0 if alpha is 0.
    package static func divide(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
        guard alpha > 0 else { return 0 }
        return UInt8(min((UInt32(value) &* 255 &+ UInt32(alpha) / 2) / UInt32(alpha), 255))
    }
}
