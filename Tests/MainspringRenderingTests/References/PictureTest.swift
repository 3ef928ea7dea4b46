import Foundation
import MainspringAnimation
import MainspringGraphics
import MainspringRendering
import Testing

/// A tree of layers that must look like a picture in a file, since there is no other way to have it.
struct PictureTest: Sendable, CustomTestStringConvertible {
    /// Of the file, without its ending.
    let name: String
    let width: Int
    let height: Int
    let allowed: AllowedDifference
    /// Families without which it looks otherwise.
    let fonts: [String]
    /// What is done to the tree, on white; the picture of the last step counts.
    let steps: [Reftest.Step]

    var testDescription: String { name }

    init(
        _ name: String, _ width: Int, _ height: Int, _ allowed: AllowedDifference = .sameFormulas, fonts: [String] = [],
        at time: Double = 0, _ build: @escaping Reftest.Build
    ) {
        self.init(name, width, height, allowed, fonts: fonts, steps: [Reftest.Step(at: time, build)])
    }

    init(
        _ name: String, _ width: Int, _ height: Int, _ allowed: AllowedDifference = .sameFormulas, fonts: [String] = [],
        steps: [Reftest.Step]
    ) {
        (self.name, self.width, self.height, self.allowed) = (name, width, height, allowed)
        (self.fonts, self.steps) = (fonts, steps)
    }

    /// What the compositor makes of it.
    func picture() throws -> PixelPicture {
        try CompositorStage.run { [self] in
            let stage = CompositorStage(width, height, background: .white)
            for step in steps {
                step.change(stage.root)
                stage.draw(at: step.time)
            }
            return PixelPicture(width, height, stage.pixels)
        }
    }
}

extension AllowedDifference {
    /// Of what is computed by formulas alone.
    static let sameFormulas = upTo(
        2, because: "other versions of Cairo and of the C library's functions may round otherwise")

    /// Of letters.
    /// - Parameter count: The picture's pixels.
    static func letters(of count: Int) -> AllowedDifference {
        // A text that lies a pixel beside its place differs on more than twice as many.
        .upTo(
            48, except: count / 33,
            because: "other versions of fonts, FreeType and Pango make the edges of letters otherwise")
    }
}
