/// What opaque layers hide.
extension Scene {
    /// A part, and the step from which on it is to be drawn.
    struct Visible {
        let box: PixelBox
        let first: Int
    }

    /// So often a part is cut up at most.
    private static let mostParts = 12

    /// Parts that make up a box, each with the topmost step that covers it wholly; 0 for one that nothing covers so.
    func visible(in box: PixelBox) -> [Visible] {
        var parts: [Visible] = []
        var rest = [box]
        while let part = rest.popLast() {
            guard let (index, opaque) = topmost(in: part) else {
                parts.append(Visible(box: part, first: 0))
                continue
            }
            parts.append(Visible(box: opaque, first: index))
            guard opaque != part else { continue }
            // What is above, below, to the left and to the right of it.
            rest += [
                PixelBox(left: part.left, top: part.top, right: part.right, bottom: opaque.top),
                PixelBox(left: part.left, top: opaque.bottom, right: part.right, bottom: part.bottom),
                PixelBox(left: part.left, top: opaque.top, right: opaque.left, bottom: opaque.bottom),
                PixelBox(left: opaque.right, top: opaque.top, right: part.right, bottom: opaque.bottom),
            ].filter { !$0.isEmpty }
            if parts.count + rest.count > Self.mostParts {
                parts += rest.map { Visible(box: $0, first: 0) }
                break
            }
        }
        return parts
    }

    /// The topmost step that covers at least a quarter of a box, and what it covers of it.
    private func topmost(in box: PixelBox) -> (Int, PixelBox)? {
        guard hasOpaque else { return nil }
        let least = max(box.area / 4, 1)
        for index in steps.indices.reversed() where steps[index].opaque.meets(box) {
            let covered = steps[index].opaque.meeting(box)
            if covered.area >= least { return (index, covered) }
        }
        return nil
    }
}
