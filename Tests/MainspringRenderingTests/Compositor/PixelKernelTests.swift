import CPixels
import Foundation
import SeededRandom
import Testing

/// The compositor's inner loops against their formulas, and what several pixels at once give against one at a time.
struct PixelKernelTests {
    private static let lengths = [1, 7, 8, 9, 16, 31, 64, 333]

    private func pixels(_ count: Int, seed: UInt64) -> [UInt32] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            let alpha = UInt32.random(in: 0...255, using: &random)
            return (0..<3).reduce(alpha << 24) { $0 | UInt32.random(in: 0...alpha, using: &random) << UInt32(8 * $1) }
        }
    }

    /// Rows with a clear pixel before and behind each.
    private func padded(columns: Int, rows: Int, seed: UInt64) -> [UInt32] {
        var result: [UInt32] = []
        for row in 0..<rows {
            result.append(0)
            result += pixels(columns, seed: seed + UInt64(row))
            result.append(0)
        }
        return result
    }

    private func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    /// A product of bytes as parts of 255.
    private func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let exact: Double = Double(a) * Double(b) / 255
        return UInt32(exact.rounded())
    }

    private func scaled(_ pixel: UInt32, _ alpha: UInt32) -> UInt32 {
        [0, 8, 16, 24].reduce(0) { (result: UInt32, shift: UInt32) -> UInt32 in
            result | product((pixel >> shift) & 255, alpha) << shift
        }
    }

    private func over(_ target: UInt32, _ source: UInt32) -> UInt32 { source &+ scaled(target, 255 - (source >> 24)) }

    // MARK: Blending

    @Test("what is over something else is rounded as the formula is", arguments: lengths)
    func overs(_ count: Int) {
        let (source, target, cover) = (pixels(count, seed: 1), pixels(count, seed: 2), bytes(count, seed: 3))
        for alpha in [0, 1, 119, 254, 255] as [UInt32] {
            var result = target
            pixels_over(&result, count, source, count, alpha, count, 1)
            let expected = zip(target, source).map { over($0, scaled($1, alpha)) }
            #expect(result == expected)
            // Whichever of them this processor has.
            for lanes in [1, 8, 16] {
                result = target
                guard pixels_over_by(lanes, &result, count, source, count, alpha, count, 1) == 1 else { continue }
                #expect(result == expected, "\(lanes) at once")
            }
            result = target
            pixels_over_covered(&result, source, alpha, cover, count)
            #expect(
                result.indices.allSatisfy {
                    result[$0] == over(target[$0], scaled(source[$0], product(UInt32(cover[$0]), alpha)))
                })
        }
    }

    @Test("one colour, cuts and fading are rounded as their formulas are", arguments: lengths)
    func colors(_ count: Int) {
        let (target, cover) = (pixels(count, seed: 4), bytes(count, seed: 5))
        var result = target
        pixels_over_color_covered(&result, 0x80_40_20_10, cover, count)
        #expect(result.indices.allSatisfy { result[$0] == over(target[$0], scaled(0x80_40_20_10, UInt32(cover[$0]))) })
        result = target
        pixels_cut(&result, cover, count)
        #expect(result.indices.allSatisfy { result[$0] == scaled(target[$0], UInt32(cover[$0])) })
        result = target
        pixels_fade(&result, count, 77, count, 1)
        #expect(result == target.map { scaled($0, 77) })
    }

    @Test("pixels are mixed in parts of 255, rounded, and what is the same in both stays", arguments: lengths)
    func mixing(_ count: Int) {
        let (target, source) = (pixels(count, seed: 7), pixels(count, seed: 8))
        for part in [0, 1, 77, 128, 254, 255] as [UInt32] {
            var result = target
            pixels_mix(&result, count, source, count, part, count, 1)
            for index in result.indices {
                for shift in stride(from: UInt32(0), to: 32, by: 8) {
                    let (a, b) = ((target[index] >> shift) & 255, (source[index] >> shift) & 255)
                    #expect((result[index] >> shift) & 255 == (a * (255 - part) + b * part + 127) / 255)
                }
            }
            result = target
            pixels_mix(&result, count, target, count, part, count, 1)
            #expect(result == target)
        }
    }

    @Test("a picture that is moved by nothing is the picture, and its surroundings are clear")
    func moves() {
        let picture = padded(columns: 5, rows: 4, seed: 6)
        let clear = [UInt32](repeating: 0, count: 7)
        for (right, down) in [(0, 0), (64, 0), (0, 32), (100, 27)] as [(UInt32, UInt32)] {
            var target = [UInt32](repeating: 0, count: 30)
            picture.withUnsafeBufferPointer { picture in
                clear.withUnsafeBufferPointer { clear in
                    let (first, none) = (picture.baseAddress! + 1, clear.baseAddress! + 1)
                    pixels_over_shifted(&target, 6, first, 7, 4, right, down, 0, 0, 255, 6, 5, none)
                }
            }
            for y in 0..<5 {
                for x in 0..<6 {
                    func value(_ x: Int, _ y: Int, _ shift: UInt32) -> Double {
                        guard (0..<4).contains(y), (0..<5).contains(x) else { return 0 }
                        let pixel = picture[7 * y + x + 1]
                        return Double((pixel >> shift) & 255)
                    }
                    for shift in [0, 8, 16, 24] as [UInt32] {
                        let (r, d) = (Double(right) / 128, Double(down) / 128)
                        let upper = value(x, y - 1, shift) * (1 - r) + value(x - 1, y - 1, shift) * r
                        let lower = value(x, y, shift) * (1 - r) + value(x - 1, y, shift) * r
                        let wanted = upper * d + lower * (1 - d)
                        #expect(abs(Double((target[6 * y + x] >> shift) & 255) - wanted) <= 2.6)
                    }
                }
            }
        }
    }

    @Test("a moved picture is the same however its rows are cut", arguments: [1, 7, 8, 20])
    func cutMoves(_ part: Int) {
        let picture = padded(columns: 40, rows: 3, seed: 20)
        let (clear, background) = ([UInt32](repeating: 0, count: 42), pixels(41, seed: 30))
        func drawn(_ part: Int) -> [UInt32] {
            var target = background
            target.withUnsafeMutableBufferPointer { target in
                picture.withUnsafeBufferPointer { picture in
                    clear.withUnsafeBufferPointer { clear in
                        for first in stride(from: 0, to: 41, by: part) {
                            pixels_over_shifted(
                                target.baseAddress! + first, 41, picture.baseAddress! + 1, 42, 3, 37, 90, first, 1, 200,
                                min(part, 41 - first), 1, clear.baseAddress! + 1)
                        }
                    }
                }
            }
            return target
        }
        #expect(drawn(part) == drawn(41))
    }

    // MARK: Sampling

    private func map(_ values: [Double]) -> pixels_map {
        pixels_map(
            across_x: values[0], across_y: values[1], across: values[2], down_x: values[3], down_y: values[4],
            down: values[5],
            part_x: values[6], part_y: values[7], part: values[8])
    }

    @Test(
        "between its pixels a picture has their mean times an alpha, the same one at a time",
        arguments: [
            [0.7, 0.2, -3, -0.3, 0.6, 4, 0, 0, 1], [2, 0, -1.5, 0, 0.5, 0.25, 0, 0, 1],
            [0.5, 0.1, 2, 0.1, 0.4, 1, 0.01, 0.02, 1],
        ] as [[Double]], [255, 254, 90, 0] as [UInt32])
    func samples(_ values: [Double], _ alpha: UInt32) {
        let source = pixels(20 * 15, seed: 40)
        var map = map(values)
        source.withUnsafeBufferPointer { source in
            var picture = pixels_picture(pixels: source.baseAddress, stride: 20, width: 20, height: 15)
            let isDeep = values[6] != 0
            func take(_ result: UnsafeMutablePointer<UInt32>, _ x: Int, _ y: Int, _ count: Int) {
                if isDeep {
                    pixels_take_in_perspective(result, &picture, &map, Int64(x), Int64(y), count, 1, alpha)
                } else {
                    pixels_take_affine(result, &picture, &map, Int64(x), Int64(y), count, 1, alpha)
                }
            }
            var (row, single) = ([UInt32](repeating: 0, count: 45), [UInt32](repeating: 0, count: 45))
            for y in 0..<30 {
                take(&row, 0, y, 45)
                single.withUnsafeMutableBufferPointer { single in
                    for x in 0..<45 { take(single.baseAddress! + x, x, y, 1) }
                }
                #expect(row == single)
                for x in 0..<45 {
                    let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
                    let part = values[6] * px + values[7] * py + values[8]
                    let u = (values[0] * px + values[1] * py + values[2]) / part - 0.5
                    let v = (values[3] * px + values[4] * py + values[5]) / part - 0.5
                    for shift in [0, 24] as [UInt32] {
                        func value(_ x: Double, _ y: Double) -> Double {
                            Double((source[min(max(Int(y), 0), 14) * 20 + min(max(Int(x), 0), 19)] >> shift) & 255)
                        }
                        let (x0, y0) = (u.rounded(.down), v.rounded(.down))
                        let (a, b) = (u - x0, v - y0)
                        let upper: Double = value(x0, y0) * (1 - a) + value(x0 + 1, y0) * a
                        let lower: Double = value(x0, y0 + 1) * (1 - a) + value(x0 + 1, y0 + 1) * a
                        let wanted: Double = (upper * (1 - b) + lower * b) * Double(alpha) / 255
                        let found = Double((row[x] >> shift) & 255)
                        // Weights have seven bits, and none is 0.
                        #expect(abs(found - wanted) <= 5)
                    }
                }
            }
        }
    }

    @Test("half a picture has the means of four pixels each")
    func halves() {
        let source = pixels(16 * 6, seed: 41)
        var target = [UInt32](repeating: 0, count: 8 * 3)
        pixels_halve(&target, 8, source, 16, 8, 3)
        for y in 0..<3 {
            for x in 0..<8 {
                for shift in [0, 8, 16, 24] as [UInt32] {
                    let sum = [(0, 0), (1, 0), (0, 1), (1, 1)].reduce(0) {
                        $0 + (source[(2 * y + $1.1) * 16 + 2 * x + $1.0] >> shift) & 255
                    }
                    #expect((target[y * 8 + x] >> shift) & 255 == (sum + 2) / 4)
                }
            }
        }
    }

    // MARK: Edges

    /// A rectangle of 20 by 12 with round corners, turned, leant and moved.
    private func shape(_ turn: Double, _ lean: Double, radius: Double, _ deep: Double = 0) -> pixels_shape {
        var shape = pixels_shape()
        (shape.left, shape.top, shape.right, shape.bottom) = (-10, -6, 10, 6)
        // From pixels about (16, 16) back.
        let (c, s) = (cos(turn), sin(turn))
        let values = [
            c, s + lean, -16 * (c + s + lean), -s, c, 16 * (s - c), deep, deep / 2, 1 - 16 * deep - 8 * deep,
        ]
        shape.map = map(values)
        let edges = [
            (
                values[0] - shape.left * values[6], values[1] - shape.left * values[7],
                values[2] - shape.left * values[8]
            ),
            (
                shape.right * values[6] - values[0], shape.right * values[7] - values[1],
                shape.right * values[8] - values[2]
            ),
            (values[3] - shape.top * values[6], values[4] - shape.top * values[7], values[5] - shape.top * values[8]),
            (
                shape.bottom * values[6] - values[3], shape.bottom * values[7] - values[4],
                shape.bottom * values[8] - values[5]
            ),
        ].map { edge in
            let length = (edge.0 * edge.0 + edge.1 * edge.1).squareRoot()
            return (edge.0 / length, edge.1 / length, edge.2 / length)
        }
        shape.edge_x = (edges[0].0, edges[1].0, edges[2].0, edges[3].0)
        shape.edge_y = (edges[0].1, edges[1].1, edges[2].1, edges[3].1)
        shape.edge = (edges[0].2, edges[1].2, edges[2].2, edges[3].2)
        shape.is_in_perspective = deep == 0 ? 0 : 1
        if radius > 0 {
            shape.is_round = 1
            shape.radius = (radius, radius / 2, radius, 0)
            if lean == 0, deep == 0 { shape.scale = 1 }
        }
        return shape
    }

    private static let shapes: [(turn: Double, lean: Double, radius: Double, deep: Double)] = [
        (0, 0, 0, 0), (0, 0, 5, 0), (0.3, 0, 0, 0), (0.3, 0, 4, 0), (1.2, 0.4, 0, 0), (0.2, 0.4, 6, 0), (0, 0, 0, 0.01),
        (0.4, 0, 5, 0.01),
    ]

    @Test("a pixel is covered as much as samples of it lie in the shape", arguments: shapes)
    func covers(_ turn: Double, _ lean: Double, _ radius: Double, _ deep: Double) {
        var shape = shape(turn, lean, radius: radius, deep)
        var cover = [UInt8](repeating: 0, count: 33)
        let m = shape.map
        for y in 0..<32 {
            pixels_cover(&cover, &shape, 0, Int64(y), 32)
            for x in 0..<32 {
                var inside = 0
                for sample in 0..<256 {
                    let (px, py) = (
                        Double(x) + (Double(sample % 16) + 0.5) / 16, Double(y) + (Double(sample / 16) + 0.5) / 16
                    )
                    let w = m.part_x * px + m.part_y * py + m.part
                    let u = (m.across_x * px + m.across_y * py + m.across) / w
                    let v = (m.down_x * px + m.down_y * py + m.down) / w
                    guard abs(u) <= 10, abs(v) <= 6 else { continue }
                    let radii = [shape.radius.0, shape.radius.1, shape.radius.2, shape.radius.3]
                    let r = shape.is_round == 0 ? 0 : radii[v > 0 ? (u > 0 ? 2 : 3) : (u > 0 ? 1 : 0)]
                    let (a, b) = (abs(u) - (10 - r), abs(v) - (6 - r))
                    if a <= 0 || b <= 0 || a * a + b * b <= r * r { inside += 1 }
                }
                // Distances stand for areas: exact for edges along rows and columns, up to an eighth where one crosses a pixel's corner.
                #expect(abs(Double(cover[x]) / 255 - Double(inside) / 256) <= 0.16, "pixel \(x), \(y)")
            }
        }
    }

    @Test("a shape is drawn and cut by each pixel's cover, wherever rows begin", arguments: shapes)
    func drawing(_ turn: Double, _ lean: Double, _ radius: Double, _ deep: Double) {
        var shape = shape(turn, lean, radius: radius, deep)
        let background = pixels(32 * 32, seed: 50)
        var (filled, cut, between, wantedFill, wantedCut, wantedRing) = (
            background, background, background, background, background, background
        )
        var inner = self.shape(turn, lean, radius: 0, deep)
        // A smaller one: edges lie three pixels further inside.
        inner.edge = (inner.edge.0 - 3, inner.edge.1 - 3, inner.edge.2 - 3, inner.edge.3 - 3)
        let color: UInt32 = 0xc0_60_30_90
        pixels_over_color_in_shape(&filled, 32, color, &shape, 0, 0, 32, 32)
        pixels_cut_by_shape(&cut, 32, &shape, 0, 0, 32, 32)
        pixels_over_color_between(&between, 32, color, &shape, &inner, 0, 0, 32, 32)
        var parts = background
        parts.withUnsafeMutableBufferPointer { parts in
            for x in stride(from: 0, to: 32, by: 5) {
                pixels_over_color_in_shape(
                    parts.baseAddress! + x, 32, color, &shape, Int64(x), 0, min(5, 32 - x), 32)
            }
        }
        for y in 0..<32 {
            for x in 0..<32 {
                var (cover, hole) = (UInt8(0), UInt8(0))
                pixels_cover(&cover, &shape, Int64(x), Int64(y), 1)
                pixels_cover(&hole, &inner, Int64(x), Int64(y), 1)
                let place = 32 * y + x
                wantedFill[place] = over(background[place], scaled(color, UInt32(cover)))
                wantedCut[place] = scaled(background[place], UInt32(cover))
                wantedRing[place] = over(background[place], scaled(color, UInt32(cover > hole ? cover - hole : 0)))
            }
        }
        #expect(filled == wantedFill && parts == filled && cut == wantedCut && between == wantedRing)
    }

    // MARK: Colours

    @Test(
        "a picture in a shape is drawn by each pixel's cover, in strips of any width as in one go, and nothing beside it is touched",
        arguments: shapes, [255, 90] as [UInt32])
    func pictures(_ form: (turn: Double, lean: Double, radius: Double, deep: Double), _ alpha: UInt32) {
        var shape = shape(form.turn, form.lean, radius: form.radius, form.deep)
        let (background, source) = (pixels(32 * 32, seed: 51), pixels(20 * 12, seed: 52))
        // The picture fills the shape, whose own coordinates begin in its middle.
        var map = shape.map
        (map.across_x, map.across_y, map.across) = (
            map.across_x + 10 * map.part_x, map.across_y + 10 * map.part_y, map.across + 10 * map.part
        )
        (map.down_x, map.down_y, map.down) = (
            map.down_x + 6 * map.part_x, map.down_y + 6 * map.part_y, map.down + 6 * map.part
        )
        let isDeep: Int32 = form.deep == 0 ? 0 : 1
        source.withUnsafeBufferPointer { source in
            var picture = pixels_picture(pixels: source.baseAddress, stride: 20, width: 20, height: 12)
            func drawn(_ range: Range<Int>, _ width: Int) -> [UInt32] {
                var target = background
                target.withUnsafeMutableBufferPointer { target in
                    for x in stride(from: range.lowerBound, to: range.upperBound, by: width) {
                        pixels_over_picture_in_shape(
                            target.baseAddress! + x, 32, &picture, &map, isDeep, 1, alpha, &shape, Int64(x), 0,
                            min(width, range.upperBound - x), 32)
                    }
                }
                return target
            }
            var wanted = background
            for y in 0..<32 {
                for x in 0..<32 {
                    var (cover, taken) = (UInt8(0), UInt32(0))
                    pixels_cover(&cover, &shape, Int64(x), Int64(y), 1)
                    if isDeep == 1 {
                        pixels_take_in_perspective(&taken, &picture, &map, Int64(x), Int64(y), 1, 1, alpha)
                    } else {
                        pixels_take_affine(&taken, &picture, &map, Int64(x), Int64(y), 1, 1, alpha)
                    }
                    wanted[32 * y + x] = over(background[32 * y + x], scaled(taken, UInt32(cover)))
                }
            }
            for width in [32, 1, 3, 7, 8, 9, 13] { #expect(drawn(0..<32, width) == wanted, "\(width) columns") }
            let middle = drawn(12..<17, 5)
            for place in middle.indices {
                #expect(middle[place] == ((12..<17).contains(place % 32) ? wanted : background)[place])
            }
        }
    }

    @Test("a matrix changes colours that alpha is not multiplied into")
    func recolors() {
        var pixels: [UInt32] = [0xff_ff_00_00, 0x80_40_20_00, 0]
        // Red and blue change places.
        let matrix: [Float] = [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]
        pixels_recolor(&pixels, 3, matrix)
        #expect(pixels == [0xff_00_00_ff, 0x80_00_20_40, 0])
    }

    @Test("colours above their alpha are made smaller, and what is opaque is found")
    func settles() {
        var pixels: [UInt32] = [0x80_ff_40_90, 0xff_ff_ff_ff]
        #expect(pixels_settle(&pixels, 2) == 0 && pixels == [0x80_80_40_80, 0xff_ff_ff_ff])
        var opaque: [UInt32] = [0xff_00_00_00, 0xff_10_20_30]
        #expect(pixels_settle(&opaque, 2) != 0)
    }
}
