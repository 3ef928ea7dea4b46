import CPixmanTest

/// What pixman makes of a picture that is seen through a map.
enum PixmanCompositing {
    /// Edges have so many pixels more: left of a picture and above it pixman 0.42 takes others in perspective, even if it is told to repeat
    /// the edge.
    private static let rim = 16

    /// Puts a picture over others, as much of it as a mask of their size says.
    ///
    /// Beyond its edges the picture goes on as it is there. Only a box is drawn, beyond which the mask is 0.
    /// - Parameter lookup: From pixels to the picture's own.
    static func draw(
        _ picture: PixelPicture, through lookup: Homography, isSmooth: Bool, mask: [UInt8], onto target: PixelPicture,
        columns: Range<Int>, rows: Range<Int>
    ) -> PixelPicture {
        var (result, picture) = (target, picture.padded(by: rim))
        let lookup = lookup.followed(by: Homography(moving: SIMD2(repeating: Double(rim))))
        // A mask's rows are whole words.
        let stride = (target.width + 3) & ~3
        var cover = [UInt32](repeating: 0, count: stride / 4 * target.height)
        cover.withUnsafeMutableBytes { bytes in
            for y in 0..<target.height {
                for x in 0..<target.width { bytes[y * stride + x] = mask[y * target.width + x] }
            }
        }
        var transform = fixed(lookup, columns, rows)
        result.pixels.withUnsafeMutableBufferPointer { to in
            picture.pixels.withUnsafeMutableBufferPointer { from in
                cover.withUnsafeMutableBufferPointer { cover in
                    let (width, height) = (Int32(target.width), Int32(target.height))
                    let destination = pixman_image_create_bits(
                        PIXMAN_a8r8g8b8, width, height, to.baseAddress, 4 * width)
                    let source = pixman_image_create_bits(
                        PIXMAN_a8r8g8b8, Int32(picture.width), Int32(picture.height), from.baseAddress,
                        4 * Int32(picture.width))
                    let mask = pixman_image_create_bits(PIXMAN_a8, width, height, cover.baseAddress, Int32(stride))
                    pixman_image_set_repeat(source, PIXMAN_REPEAT_PAD)
                    pixman_image_set_filter(
                        source, isSmooth ? PIXMAN_FILTER_BILINEAR : PIXMAN_FILTER_NEAREST, nil, 0)
                    pixman_image_set_transform(source, &transform)
                    let (left, top) = (Int32(columns.lowerBound), Int32(rows.lowerBound))
                    pixman_image_composite32(
                        PIXMAN_OP_OVER, source, mask, destination, left, top, left, top, left, top,
                        Int32(columns.count), Int32(rows.count))
                    for image in [source, mask, destination] { pixman_image_unref(image) }
                }
            }
        }
        return result
    }

    /// Numbers of sixteen bits before the point and as many behind it.
    ///
    /// With perspective all of them may be multiplied: as much as the greatest one, and what it makes of the box, has room for.
    private static func fixed(_ map: Homography, _ columns: Range<Int>, _ rows: Range<Int>) -> pixman_transform_t {
        var factor = 1.0
        if map.x.z != 0 || map.y.z != 0 {
            var most = [map.x, map.y, map.one].map { greatest($0) }.max() ?? 1
            for x in [columns.lowerBound, columns.upperBound] {
                for y in [rows.lowerBound, rows.upperBound] {
                    most = max(most, greatest(map.homogeneous(SIMD2(Double(x), Double(y)))))
                }
            }
            factor = 16_000 / most
        }
        func number(_ value: Double) -> pixman_fixed_t { pixman_fixed_t((value * factor * 65_536).rounded()) }
        return pixman_transform_t(
            matrix: (
                (number(map.x.x), number(map.y.x), number(map.one.x)),
                (number(map.x.y), number(map.y.y), number(map.one.y)),
                (number(map.x.z), number(map.y.z), number(map.one.z))
            ))
    }

    private static func greatest(_ column: SIMD3<Double>) -> Double { max(abs(column.x), abs(column.y), abs(column.z)) }
}
