import Testing

@testable import MainspringRendering

/// Trees of layers that look the same as others which show it another way.
@Suite struct ReftestTests {
    static let all: [Reftest] =
        Reftest.backgrounds + Reftest.contents + Reftest.groups + Reftest.spaces + Reftest.replicators + Reftest.effects
        + Reftest.blends + Reftest.times + Reftest.texts + Reftest.particles

    @Test(arguments: all) func `two trees look the same`(test: Reftest) throws {
        let (one, other) = (try test.picture(test.one), try test.picture(test.other))
        // A tree that shows nothing looks like many others.
        #expect(one.pixels.contains { $0 != 0 }, "nothing is shown")
        guard !test.allowed.isWithin(one.pixels, other.pixels) else { return }
        Issue.record("\(PictureReport.write(test.name, found: one, wanted: other))")
    }

    @Test func `no two tests have one name`() {
        #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    }
}
