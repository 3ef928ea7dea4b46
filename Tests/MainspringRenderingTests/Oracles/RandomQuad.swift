import Foundation
import MainspringAnimation
import MainspringGraphics
import SeededRandom

/// A layer at a random place, and what is known of it by formulas alone.
struct RandomQuad {
    /// What is done to it.
    enum Kind: String, CaseIterable, Sendable {
        case moved, turned, leaning, enlarged, reduced
        /// To less than half, so that a smaller version of the picture is looked at.
        case reducedMuch
        case mirrored, inPerspective
        /// Enlarged, and each place shows the nearest pixel.
        case nearest
    }

    /// So many pixels wide and high is what it is drawn on.
    static let screen = 96

    let kind: Kind
    let ground: PixelPicture
    /// Of one pixel where the layer has one colour.
    let picture: PixelPicture
    let isOneColor: Bool
    let opacity: Float
    private let size: SIMD2<Double>
    private let position: CGPoint
    private let anchor: CGPoint
    private let transform: CATransform3D

    init(_ kind: Kind, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        func chance(_ part: Double) -> Bool { number(0...1) < part }
        self.kind = kind
        ground = PixelPicture(Self.screen, Self.screen, isOpaque: chance(0.5), using: &random)
        isOneColor = chance(0.2) && kind != .nearest
        opacity = chance(0.5) ? 1 : Float(number(0.05...1))
        let side = kind == .reducedMuch ? 40...180 : kind == .enlarged || kind == .nearest ? 2...24 : 2...70
        let (width, height) = (Int.random(in: side, using: &random), Int.random(in: side, using: &random))
        let isOpaque = chance(0.5)
        picture =
            isOneColor
            ? PixelPicture(1, 1, isOpaque: isOpaque, using: &random)
            : PixelPicture(width, height, isOpaque: isOpaque, using: &random)
        size = SIMD2(Double(width), Double(height))
        // Some reach beyond the screen.
        position = CGPoint(x: number(20...76), y: number(20...76))
        anchor = CGPoint(x: number(0.2...0.8), y: number(0.2...0.8))
        let turn = number(-.pi ... .pi)
        switch kind {
        case .moved: transform = CATransform3DIdentity
        case .turned: transform = CATransform3DMakeRotation(turn, 0, 0, 1)
        case .leaning:
            let lean = CGAffineTransform(a: 1, b: number(-0.6...0.6), c: number(-0.6...0.6), d: 1, tx: 0, ty: 0)
            transform = CATransform3DConcat(
                CATransform3DMakeAffineTransform(lean), CATransform3DMakeRotation(turn, 0, 0, 1))
        case .enlarged, .nearest:
            let scaled = CATransform3DMakeScale(number(1...5), number(1...5), 1)
            transform = chance(0.5) ? scaled : CATransform3DRotate(scaled, turn, 0, 0, 1)
        case .reduced:
            let scaled = CATransform3DMakeScale(number(0.55...1), number(0.55...1), 1)
            transform = chance(0.5) ? scaled : CATransform3DRotate(scaled, turn, 0, 0, 1)
        case .reducedMuch:
            let scale = number(0.06...0.49)
            transform = CATransform3DRotate(CATransform3DMakeScale(scale, scale * number(0.6...1), 1), turn, 0, 0, 1)
        case .mirrored:
            let scaled = CATransform3DMakeScale(-number(0.7...1.5), chance(0.5) ? 1 : -1, 1)
            transform = chance(0.5) ? scaled : CATransform3DRotate(scaled, turn, 0, 0, 1)
        case .inPerspective:
            var far = CATransform3DIdentity
            far.m34 = -1 / number(120...400)
            // Not so far that it is seen from its edge.
            transform = CATransform3DRotate(far, number(-1.1...1.1), number(-1...1), number(-1...1), number(-0.3...0.3))
        }
    }

    /// Adds the ground, and the layer on it.
    func add(to root: CALayer) {
        let ground = CALayer()
        ground.frame = CGRect(x: 0, y: 0, width: Self.screen, height: Self.screen)
        ground.contents = self.ground.image
        root.addSublayer(ground)
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: size.x, height: size.y)
        (layer.position, layer.anchorPoint) = (position, anchor)
        (layer.transform, layer.opacity) = (transform, opacity)
        if isOneColor {
            layer.backgroundColor = color(picture.pixels[0])
        } else {
            layer.contents = picture.image
        }
        if kind == .nearest { layer.magnificationFilter = .nearest }
        root.addSublayer(layer)
    }

    /// A colour of which a pixel's word is made again.
    private func color(_ word: UInt32) -> CGColor {
        func part(_ shift: UInt32) -> CGFloat { CGFloat((word >> shift) & 255) }
        let alpha = max(part(24), 1)
        return CGColor(
            srgbRed: part(16) / alpha, green: part(8) / alpha, blue: part(0) / alpha, alpha: part(24) / 255)
    }

    // MARK: What is known of it

    /// From the layer's own coordinates to pixels.
    var map: Homography {
        Homography(moving: -size * SIMD2(Double(anchor.x), Double(anchor.y)))
            .followed(by: Homography(transform))
            .followed(by: Homography(moving: SIMD2(Double(position.x), Double(position.y))))
    }

    var corners: [SIMD2<Double>] {
        [SIMD2(0, 0), SIMD2(size.x, 0), size, SIMD2(0, size.y)].map { map($0) }
    }

    /// The version of the picture that is looked at: one of half the size for each time that its pixels lie twice as dense as the screen's.
    var version: PixelPicture {
        var (version, density) = (picture, 1 / map.enlargement(at: size / 2))
        while density >= 2, !isOneColor {
            version = version.halved
            density /= 2
        }
        return version
    }

    /// From the screen's pixels to a version's.
    func lookup(_ version: PixelPicture) -> Homography {
        map.inverse.followed(
            by: Homography(scaling: SIMD2(Double(version.width), Double(version.height)) / size))
    }
}
