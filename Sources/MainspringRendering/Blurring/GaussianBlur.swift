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
        let longest = max(width, height)
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 2 * longest) { lines in
            guard let base = lines.baseAddress else { return }
            let (line, other) = (base, base + longest)
            for row in 0..<height {
                for channel in 0..<channels {
                    blurLine(bytes + row * stride + channel, count: width, step: channels, line, other)
                }
            }
            for column in 0..<width * channels { blurLine(bytes + column, count: height, step: stride, line, other) }
        }
    }

    /// Values between the means have eight bits behind the point, so that three of them round but once.
    private func blurLine(
        _ bytes: UnsafeMutablePointer<UInt8>, count: Int, step: Int, _ line: UnsafeMutablePointer<UInt16>,
        _ other: UnsafeMutablePointer<UInt16>
    ) {
        for index in 0..<count { line[index] = UInt16(bytes[index &* step]) &<< 8 }
        guard kernel.isEmpty else {
            let reach = reach
            for index in 0..<count {
                var sum: UInt32 = 0
                for place in max(0, index - reach)..<min(count, index + reach + 1) {
                    sum &+= (UInt32(line[place]) &>> 8) &* kernel[place - index + reach]
                }
                bytes[index &* step] = UInt8(truncatingIfNeeded: (sum &+ 32_768) &>> 16)
            }
            return
        }
        var (from, to) = (line, other)
        for box in boxes {
            mean(from, to, count, box)
            swap(&from, &to)
        }
        for index in 0..<count { bytes[index &* step] = UInt8(truncatingIfNeeded: (UInt32(from[index]) &+ 128) &>> 8) }
    }

    private func mean(
        _ from: UnsafeMutablePointer<UInt16>, _ to: UnsafeMutablePointer<UInt16>, _ count: Int, _ box: Box
    ) {
        let width = UInt64(box.before + box.after + 1)
        // By a product instead of a division: exact, since sums are below 2^26 and widths below 2^11.
        let factor = ((1 << 40) + width - 1) / width
        let half = width / 2
        var sum: UInt64 = 0
        for index in 0..<min(box.after, count) { sum &+= UInt64(from[index]) }
        for index in 0..<count {
            if index + box.after < count { sum &+= UInt64(from[index + box.after]) }
            to[index] = UInt16(truncatingIfNeeded: min(((sum &+ half) &* factor) &>> 40, 65_280))
            if index >= box.before { sum &-= UInt64(from[index - box.before]) }
        }
    }
}
