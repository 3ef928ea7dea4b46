import Foundation
import MainspringGraphics
import MainspringRendering
import Testing

/// Trees of layers beside pictures in files, all of which somebody has looked at.
///
/// With MAINSPRING_RENEW_PICTURES=1 beside the tests the files are written anew from what is drawn; look at each that has changed.
@Suite struct PictureTests {
    private static let all: [PictureTest] =
        PictureTest.effects + PictureTest.shapes + PictureTest.spaces + PictureTest.texts
    /// Without its fonts a text is made of others.
    private static let possible = all.filter { $0.fonts.allSatisfy(TextSamples.has) }
    private static let isRenewing = ProcessInfo.processInfo.environment["MAINSPRING_RENEW_PICTURES"] == "1"

    private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Pictures")

    @Test(arguments: possible) func `a tree looks like its picture`(test: PictureTest) throws {
        let found = try test.picture()
        guard !Self.isRenewing else {
            return try found.image.writePNG(to: Self.source.appendingPathComponent("\(test.name).png"))
        }
        let url = try #require(
            Bundle.module.url(forResource: test.name, withExtension: "png", subdirectory: "Pictures"),
            "there is no picture; make it with MAINSPRING_RENEW_PICTURES=1, and look at it")
        let image = try CGImage(contentsOf: url)
        try #require(image.width == test.width && image.height == test.height, "the picture has another size")
        let wanted = PixelPicture(of: image)
        guard !test.allowed.isWithin(found.pixels, wanted.pixels) else { return }
        Issue.record("\(PictureReport.write(test.name, found: found, wanted: wanted))")
    }

    @Test func `each picture is that of a tree, and none is larger than 128 pixels wide or high`() throws {
        let names = Self.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(Self.all.allSatisfy { max($0.width, $0.height) <= 128 })
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.source.path)
        #expect(Set(files) == Set(names.map { "\($0).png" }))
    }
}
