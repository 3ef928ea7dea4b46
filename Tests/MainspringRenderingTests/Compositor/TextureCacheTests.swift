import MainspringAnimation
import Testing

@testable import MainspringRendering

@Suite struct TextureCacheTests {
    /// A place for pixels that counts how often they are made.
    private final class Slot: TextureSlot {
        private(set) var count = 0
        override func make(_ scale: Double) -> Texture? {
            count += 1
            return Texture(width: 6, height: 8)
        }
    }

    /// The bytes of one, which has a pixel more on each side.
    private static let bytes = 4 * 8 * 8

    /// Draws a frame that shows some of them.
    private static func draw(_ shown: [Slot], with cache: TextureCache) {
        cache.beginFrame()
        for slot in shown { cache.prepare(slot, 1, through: DeviceMap(.identity)) }
        cache.endFrame()
    }

    /// Of some slots the numbers of those that are kept.
    private static func kept(_ slots: [Slot]) -> [Int] { slots.indices.filter { slots[$0].texture(1) != nil } }

    /// Which ones the frames show one after another, and which are kept after each, of three that there is room for.
    @Test(
        arguments: [
            ([[0], [1], [2], [3]], [[0], [0, 1], [0, 1, 2], [1, 2, 3]]),
            // One that was seen in between stays.
            ([[0], [1], [2], [0], [3], [4]], [[0], [0, 1], [0, 1, 2], [0, 1, 2], [0, 2, 3], [0, 3, 4]]),
            ([[0, 1, 2], [2, 1], [3], [1], [4]], [[0, 1, 2], [0, 1, 2], [1, 2, 3], [1, 2, 3], [1, 3, 4]]),
            // What the frame shows stays, whatever it takes; once there is something new, what it does not show goes.
            ([[0], [1, 2, 3, 4], [4, 3], [0]], [[0], [1, 2, 3, 4], [1, 2, 3, 4], [0, 3, 4]]),
            // Where nothing new comes nothing goes.
            ([[0, 1, 2, 3], [0], [1]], [[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]]),
        ] as [([[Int]], [[Int]])])
    func `what was not used for the longest time goes first, and nothing that the frame shows`(
        frames: [[Int]], expected: [[Int]]
    ) {
        let cache = TextureCache(limit: 3 * Self.bytes)
        let slots = (0..<5).map { _ in Slot() }
        for (number, shown) in frames.enumerated() {
            Self.draw(shown.map { slots[$0] }, with: cache)
            #expect(Self.kept(slots) == expected[number], "frame \(number)")
            #expect(cache.byteCount == Self.kept(slots).count * Self.bytes)
        }
    }

    @Test func `what was forgotten is made anew when it is seen again, and what was kept is not`() {
        let cache = TextureCache(limit: 2 * Self.bytes)
        let slots = (0..<3).map { _ in Slot() }
        for shown in [0, 1, 2, 1, 0] { Self.draw([slots[shown]], with: cache) }
        #expect(slots.map(\.count) == [2, 1, 1])
        #expect(Self.kept(slots) == [0, 1])
    }

    @Test func `what no layer shows any more takes no room`() {
        let cache = TextureCache(limit: 2 * Self.bytes)
        let stays = Slot()
        Self.draw([stays], with: cache)
        for _ in 0..<100 { Self.draw([Slot(), stays], with: cache) }
        #expect(cache.byteCount == Self.bytes && stays.count == 1)
    }
}
