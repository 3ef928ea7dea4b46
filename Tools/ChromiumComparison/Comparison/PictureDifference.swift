/// How two pictures of the same instant differ.
struct PictureDifference {
    /// Of any channel of any pixel.
    private(set) var most = 0
    /// Of the greatest channel of each pixel in the rectangle around what is not white in both.
    private(set) var mean = 0.0
    /// How many of a hundred of the pixels that are not white in both, but for those along edges, differ by more than 16.
    private(set) var share = 0.0
    /// The greatest difference of each pixel's channels.
    private let greatest: [UInt8]
    private let size: Int

    private static let much = 16

    init(_ ours: Picture, _ theirs: Picture) {
        size = ours.size
        greatest = (0..<size * size).map { pixel in
            (0..<3).map { UInt8(abs(Int(ours.bytes[4 * pixel + $0]) - Int(theirs.bytes[4 * pixel + $0]))) }.max() ?? 0
        }
        let shown = zip(ours.shown, theirs.shown).map { $0 || $1 }
        let edges = zip(ours.edges, theirs.edges).map { $0 || $1 }
        var (sum, inner, large) = (0, 0, 0)
        for pixel in greatest.indices where shown[pixel] {
            let difference = Int(greatest[pixel])
            most = max(most, difference)
            sum += difference
            guard !edges[pixel] else { continue }
            inner += 1
            if difference > Self.much { large += 1 }
        }
        mean = sum > 0 ? Double(sum) / Double(Self.area(of: shown, size)) : 0
        share = inner > 0 ? 100 * Double(large) / Double(inner) : 0
    }

    /// Of the rectangle around pixels.
    private static func area(of shown: [Bool], _ size: Int) -> Int {
        let places = shown.indices.filter { shown[$0] }
        let columns = places.map { $0 % size }
        guard let left = columns.min(), let right = columns.max(), let first = places.first, let last = places.last
        else { return 0 }
        return (right - left + 1) * (last / size - first / size + 1)
    }

    /// The differences as shades of grey, four times as strong, on white.
    var picture: Picture {
        var bytes = [UInt8](repeating: 255, count: 4 * size * size)
        for (pixel, difference) in greatest.enumerated() {
            let shade = UInt8(255 - min(4 * Int(difference), 255))
            (bytes[4 * pixel], bytes[4 * pixel + 1], bytes[4 * pixel + 2]) = (shade, shade, shade)
        }
        return Picture(size: size, bytes: bytes)
    }

    func isWithin(_ gate: Gate) -> Bool { isWithin(gate.limits) || isWithin(Gate.aligned.limits) }

    func isWithin(_ limits: Limits) -> Bool { most <= limits.most && mean <= limits.mean && share <= limits.share }

    /// How far it is from what is allowed; above 1 where it is more.
    func part(of limits: Limits) -> Double {
        max(
            Double(most) / Double(limits.most), mean / limits.mean,
            limits.share > 0 ? share / limits.share : share > 0 ? .infinity : 0)
    }
}
