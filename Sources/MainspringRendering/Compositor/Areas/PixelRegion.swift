/// A few boxes that cover what was added: where there are too many, two that waste the least are put together.
struct PixelRegion {
    private(set) var boxes: [PixelBox] = []

    static let limit = 8

    mutating func removeAll() { boxes.removeAll(keepingCapacity: true) }

    mutating func add(_ box: PixelBox) {
        guard !box.isEmpty else { return }
        for known in boxes where known.contains(box) { return }
        boxes.removeAll { box.contains($0) }
        guard boxes.count == Self.limit else { return boxes.append(box) }
        var (best, least) = (0, Int.max)
        for index in boxes.indices {
            let waste = boxes[index].joined(box).area - boxes[index].area
            if waste < least { (best, least) = (index, waste) }
        }
        boxes[best] = boxes[best].joined(box)
    }

    /// Leaves what lies in a box, and puts together what meets.
    mutating func limit(to box: PixelBox) {
        boxes = boxes.compactMap {
            let part = $0.meeting(box)
            return part.isEmpty ? nil : part
        }
        var index = 0
        while index < boxes.count {
            if let other = boxes.indices.first(where: { $0 > index && boxes[$0].meets(boxes[index]) }) {
                boxes[index] = boxes[index].joined(boxes.remove(at: other))
                index = 0
            } else {
                index += 1
            }
        }
    }
}
