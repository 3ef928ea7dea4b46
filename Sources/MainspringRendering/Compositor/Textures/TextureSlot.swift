/// A place for what is made when it is first seen, and may be forgotten and made anew: a picture's pixels, or what Cairo draws.
///
/// Belongs to who prepares a frame; who draws it reads it only.
class TextureSlot {
    /// By how many pixels a unit has; the one that was used last is the last.
    private var made: [(scale: Double, texture: Texture)] = []
    /// The frame in which it was used last.
    fileprivate(set) var lastUse: UInt64 = 0
    fileprivate var isKnown = false

    /// So many are kept for one layer, which may show at several sizes.
    private static let mostScales = 4

    /// Draws it; nil where there is nothing to be seen, or no memory.
    func make(_ scale: Double) -> Texture? { nil }

    /// What was made for a scale; nil if it was forgotten.
    func texture(_ scale: Double) -> Texture? {
        for index in made.indices.reversed() where made[index].scale == scale { return made[index].texture }
        return nil
    }

    /// Whether the frame that is drawn has used it already.
    func isReady(in cache: TextureCache) -> Bool { isKnown && lastUse == cache.frame }

    var byteCount: Int { made.reduce(0) { $0 + $1.texture.byteCount } }

    /// What was made is not what it is to show any more.
    final func forget() { made = [] }

    fileprivate func ensure(_ scale: Double) -> Texture? {
        if let known = texture(scale) { return known }
        guard let new = make(scale) else { return nil }
        if made.count == Self.mostScales { made.removeFirst() }
        made.append((scale, new))
        return new
    }
}

/// Textures within a bound of memory: those that were not used for the longest time go first, but none that the frame shows which is
/// being drawn. What no layer shows any more goes with the layer's paint.
final class TextureCache {
    private var slots: [Weak<TextureSlot>] = []
    private var images: [ObjectIdentifier: Weak<ImageTexture>] = [:]
    /// So many entries there are before those that lead to nothing are looked for.
    private var mostEntries = TextureCache.fewestEntries
    private static let fewestEntries = 64

    private struct Weak<Slot: AnyObject> {
        weak var slot: Slot?
    }
    private(set) var frame: UInt64 = 0
    /// Bytes.
    let limit: Int
    private var isGrown = false

    init(limit: Int) { self.limit = limit }

    func beginFrame() { frame += 1 }

    /// Has the texture of a slot at a scale ready, with the versions that it needs where it is seen through a map of its pixels.
    func prepare(_ slot: TextureSlot, _ scale: Double, through texels: DeviceMap) {
        slot.lastUse = frame
        let isNew = slot.texture(scale) == nil
        guard let texture = slot.ensure(scale) else { return }
        let known = texture.levels.count
        texture.makeLevels(for: texture.reduction(through: texels))
        if isNew || texture.levels.count != known { isGrown = true }
        if !slot.isKnown {
            slot.isKnown = true
            slots.append(Weak(slot: slot))
        }
    }

    /// The slot of an image: one for all that show it.
    func slot(of image: ImageTexture.Source) -> ImageTexture {
        let key = ObjectIdentifier(image)
        // Whoever has the slot has the image, so that no other one may lie where it did.
        if let known = images[key]?.slot { return known }
        let new = ImageTexture(image)
        images[key] = Weak(slot: new)
        return new
    }

    /// Bytes that are held now.
    var byteCount: Int { slots.reduce(0) { $0 + ($1.slot?.byteCount ?? 0) } }

    /// Forgets what is too much.
    func endFrame() {
        tidy()
        guard isGrown else { return }
        isGrown = false
        var sum = byteCount
        guard sum > limit else { return }
        slots.removeAll { $0.slot == nil }
        slots.sort { ($0.slot?.lastUse ?? 0) > ($1.slot?.lastUse ?? 0) }
        while sum > limit, let last = slots.last?.slot, last.lastUse < frame {
            sum -= last.byteCount
            last.forget()
            last.isKnown = false
            slots.removeLast()
        }
    }

    /// Takes out entries that lead to nothing, whenever there are twice as many as were left.
    private func tidy() {
        guard slots.count + images.count > mostEntries else { return }
        slots.removeAll { $0.slot == nil }
        images = images.filter { $0.value.slot != nil }
        mostEntries = max(2 * (slots.count + images.count), Self.fewestEntries)
    }
}
