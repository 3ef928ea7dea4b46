internal import CPixels
internal import Foundation

/// Blurs rows of bytes as a Gaussian bell does.
///
/// Up to a standard deviation of 2 by the bell itself, cut off at three deviations; beyond that by three running means, whose widths are
/// those of the recommendation for SVG's `feGaussianBlur`: what they make differs from a bell by less than 3 percent. So the time does not
/// grow with the deviation. Sums are whole numbers: results are the same whatever the order.
struct GaussianBlur {
    let deviation: Double
    /// How far a pixel's influence goes.
    let reach: Int
    private let kernel: [UInt32]
    private let boxes: [Box]

    /// A running mean: how many pixels before and after the one in question belong to it.
    private struct Box {
        var before: Int
        var after: Int
    }

    /// - Parameter deviation: In pixels; nothing is blurred below a twentieth, and what is greater than 1,000 counts as 1,000.
    init(deviation: Double) {
        let deviation = deviation > 0 ? min(deviation, 1_000) : 0
        self.deviation = deviation
        switch deviation {
        case ..<0.05: (kernel, boxes, reach) = ([], [], 0)
        case ...2:
            kernel = Self.bell(deviation)
            boxes = []
            reach = kernel.count / 2
        default:
            kernel = []
            boxes = Self.means(deviation)
            reach = max(boxes.reduce(0) { $0 + $1.before }, boxes.reduce(0) { $0 + $1.after })
        }
    }

    /// One whose influence goes no further than so many pixels.
    init(deviation: Double, reachingAtMost most: Int) {
        var deviation = deviation
        self.init(deviation: deviation)
        while reach > most {
            deviation = most > 0 ? deviation * min(Double(most) / Double(reach), 0.98) : 0
            self.init(deviation: deviation)
        }
    }

    private static func bell(_ deviation: Double) -> [UInt32] {
        let reach = Int((3 * deviation).rounded(.up))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
        let sum = weights.reduce(0, +)
        var kernel = weights.map { UInt32(($0 / sum * 65_536).rounded()) }
        // What rounding has taken or given goes to the middle, so that an even area stays as it is.
        kernel[reach] = UInt32(Int(kernel[reach]) + 65_536 - kernel.reduce(0) { $0 + Int($1) })
        return kernel
    }

    private static func means(_ deviation: Double) -> [Box] {
        let width = Int((deviation * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
        let half = width / 2
        if width % 2 == 1 { return Array(repeating: Box(before: half, after: half), count: 3) }
        return [Box(before: half, after: half - 1), Box(before: half - 1, after: half), Box(before: half, after: half)]
    }

    /// Blurs an area whose pixels have so many bytes each; what is beyond it counts as clear.
    func blur(_ bytes: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int, channels: Int) {
        guard reach > 0, width > 0, height > 0 else { return }
        guard boxes.count == 3 else {
            return blurByBell(bytes, width: width, height: height, stride: stride, channels: channels)
        }
        let count = width * height * channels
        let room = UnsafeMutablePointer<UInt16>.allocate(capacity: 2 * count)
        let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: max(width, height) * channels)
        defer {
            room.deallocate()
            sums.deallocate()
        }
        let (before, after) = (boxes.map(\.before), boxes.map(\.after))
        pixels_blur(bytes, width, height, stride, channels, before, after, room, sums)
    }

    private func blurByBell(_ bytes: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int, channels: Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(width, height)) { line in
            guard let line = line.baseAddress else { return }
            for row in 0..<height {
                for channel in 0..<channels {
                    blurLine(bytes + row * stride + channel, count: width, step: channels, line)
                }
            }
            for column in 0..<width * channels { blurLine(bytes + column, count: height, step: stride, line) }
        }
    }

    private func blurLine(
        _ bytes: UnsafeMutablePointer<UInt8>, count: Int, step: Int, _ line: UnsafeMutablePointer<UInt8>
    ) {
        for index in 0..<count { line[index] = bytes[index &* step] }
        for index in 0..<count {
            var sum: UInt32 = 0
            for place in max(0, index - reach)..<min(count, index + reach + 1) {
                sum &+= UInt32(line[place]) &* kernel[place - index + reach]
            }
            bytes[index &* step] = UInt8(truncatingIfNeeded: (sum &+ 32_768) &>> 16)
        }
    }
}
