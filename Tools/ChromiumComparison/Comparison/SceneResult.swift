internal import Foundation

/// What a scene's pictures have come to.
struct SceneResult {
    let scene: Scene
    let ours: [Picture]
    let theirs: [Picture]
    let differences: [PictureDifference]

    /// - Parameter folder: Where the browser's pictures are: `scene-0.png` and so on.
    init(_ scene: Scene, picturesIn folder: URL) throws {
        self.scene = scene
        ours = scene.frames()
        theirs = try (0..<Scene.pictures).map {
            try Picture(pngOf: folder.appendingPathComponent("\(scene.name)-\($0).png"))
        }
        guard ours.count == theirs.count else { throw ComparisonError("There is no memory for frames.") }
        differences = zip(ours, theirs).map { PictureDifference($0, $1) }
    }

    /// The picture that differs most, by the scene's own gate.
    var worst: Int {
        differences.indices.max {
            differences[$0].part(of: scene.gate.limits) < differences[$1].part(of: scene.gate.limits)
        } ?? 0
    }

    var most: Int { differences.map(\.most).max() ?? 0 }
    var mean: Double { differences.map(\.mean).max() ?? 0 }
    var share: Double { differences.map(\.share).max() ?? 0 }

    enum Verdict: String {
        case within = "within"
        /// More than the gate allows, as much as is known.
        case known = "above, as is known"
        case above = "ABOVE"
    }

    var verdict: Verdict {
        if differences.allSatisfy({ $0.isWithin(scene.gate) }) { return .within }
        guard let allowance = scene.allowance else { return .above }
        return differences.allSatisfy { $0.isWithin(allowance.limits) } ? .known : .above
    }
}
