import Foundation
import MainspringAnimation
import MainspringGraphics
import Testing

/// Two trees of layers that must look the same.
struct Reftest: Sendable, CustomTestStringConvertible {
    typealias Build = @Sendable (CALayer) -> Void

    /// Something that is done to a tree, at a time at which it is then drawn.
    struct Step: Sendable {
        let time: Double
        let change: Build

        init(at time: Double = 0, _ change: @escaping Build) { (self.time, self.change) = (time, change) }
    }

    /// What is the same as what.
    let name: String
    let allowed: AllowedDifference
    /// Points wide and high.
    let side: Int
    let scale: Double
    /// What is done to one tree and the other; the pictures of the last steps count.
    let one: [Step]
    let other: [Step]

    var testDescription: String { name }

    /// - Parameters:
    ///   - time: Of both pictures.
    init(
        _ name: String, _ allowed: AllowedDifference = .none, side: Int = 64, scale: Double = 1, at time: Double = 0,
        _ one: @escaping Build, as other: @escaping Build
    ) {
        self.init(
            name, allowed, side: side, scale: scale, steps: [Step(at: time, one)], as: [Step(at: time, other)])
    }

    init(
        _ name: String, _ allowed: AllowedDifference = .none, side: Int = 64, scale: Double = 1,
        steps one: [Step], as other: [Step]
    ) {
        (self.name, self.allowed, self.side, self.scale) = (name, allowed, side, scale)
        (self.one, self.other) = (one, other)
    }

    /// The picture that steps end with.
    func picture(_ steps: [Step]) throws -> PixelPicture {
        try CompositorStage.run { [self] in
            let pixels = Int((Double(side) * scale).rounded())
            let stage = CompositorStage(pixels, pixels, scale: scale)
            for step in steps {
                step.change(stage.root)
                stage.draw(at: step.time)
            }
            return PixelPicture(pixels, pixels, stage.pixels)
        }
    }
}
