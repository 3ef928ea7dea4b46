import CityStacks
import Foundation
import CommandRunner
import Mainspring
import MainspringGraphics
import MainspringRendering
import SeededRandom
import Testing

@testable import Atlas

/// A report stays below 5 MB, whatever was measured and recorded.
@Suite struct ReportSizeTests {
    /// What a page shows of a recording.
    enum Shown {
        case recording, preview, link
    }

    /// A report of all set-ups, in which every frame took half a second.
    private static func report(frames: Int, picture: CGImage? = nil, recording: RecordingFigure? = nil) -> Report {
        let times = (0...frames).map { Double($0) / 2 }
        let measurements = SetUpKind.allCases.map { kind in
            let report = FrameReport(
                due: frames * 30, shown: 0, longestStop: .milliseconds(500), longestCallOut: .milliseconds(500))
            let setUp = SetUpMeasurement(kind: kind, rows: 170_391, seconds: times[frames], frames: report)
            return Measurement(setUp: setUp, frameTimes: times, picture: picture, mistake: nil)
        }
        return Report(measurements, recording: recording)
    }

    /// A picture that cannot be compressed.
    private static func noise(width: Int, height: Int) throws -> CGImage {
        var random = SeededGenerator(seed: 1)
        let pixels = (0..<width * height).map { _ in UInt32.random(in: 0 ... .max, using: &random) | 0xff00_0000 }
        return try #require(CGImage.make(pixels, width: width, height: height))
    }

    @Test(arguments: [
        (0, nil, Shown.recording), (2_500_000, 1_000, .recording), (3_500_000, 1_000, .recording),
        (3_800_000, 2_800_000, .preview), (18_000_000, 2_800_000, .preview), (18_000_000, 0, .preview),
        (3_800_000, nil, .link), (18_000_000, 3_800_000, .link), (100_000_000, 60_000_000, .link),
    ])
    func `a page is below 5 MB, and shows the recording, its preview or a link to it`(
        size: Int, previewSize: Int?, shown: Shown
    ) throws {
        try Program.inFolder { folder in
            let file = folder.appendingPathComponent("the film.webp")
            // A file without content costs no space on the disk.
            try Data().write(to: file)
            try #require(truncate(file.path, size) == 0)
            let recording = RecordingFigure(file: file, preview: previewSize.map { Data(count: $0) })
            let page = try Self.report(frames: 20_000, recording: recording).page(in: folder)
            #expect(page.utf8.count < 5_000_000)
            let isEmbedded = page.contains("src=\"data:image/webp;base64,")
            switch shown {
            case .recording: #expect(isEmbedded && page.contains("The recording. It is also in"))
            case .preview: #expect(isEmbedded && page.contains("A preview of the recording, with 5 of its 20 frames"))
            case .link: #expect(!isEmbedded && page.contains("The recording is too large for this page"))
            }
            #expect(page.contains("<a href=\"the%20film.webp\">the film.webp</a>"))
        }
    }

    @Test(arguments: [(1_600, 900, false), (640, 360, true)])
    func `a last picture that would make the page too large is left out`(width: Int, height: Int, isShown: Bool) throws
    {
        let picture = try Self.noise(width: width, height: height)
        let page = try Self.report(frames: 2_000, picture: picture).page()
        #expect(page.utf8.count < 5_000_000)
        #expect(page.contains("src=\"data:image/png;base64,") == isShown)
        #expect(page.contains("The last picture is too large for this page.") != isShown)
    }

    @Test func `a recording that is not there is an error`() {
        let recording = RecordingFigure(file: URL(fileURLWithPath: "/nowhere/film.webp"), preview: nil)
        #expect(throws: (any Error).self) { try Self.report(frames: 2, recording: recording).page() }
    }

    @Test(arguments: [
        ("/demo/a.webp", "/demo", "a.webp"), ("/demo/in/a.webp", "/demo", "in/a.webp"),
        ("/a.webp", "/demo", "../a.webp"),
        ("/other/a.webp", "/demo/in", "../../other/a.webp"), ("/demo/x/../a:b c%.webp", "/demo", "a%3Ab%20c%25.webp"),
        ("/demo/\"ä<.webp", "/demo/", "%22%C3%A4%3C.webp"), ("/demo/a b.webp", nil, "file:///demo/a%20b.webp"),
    ])
    func `a page links to a file from its own folder, and by the whole path where it has none`(
        file: String, folder: String?, link: String
    ) {
        let folder = folder.map { URL(fileURLWithPath: $0, isDirectory: true) }
        #expect(Markup.link(to: URL(fileURLWithPath: file), from: folder) == link)
    }

    @Test func `a run with a recording embeds it, and leaves only the files that were asked for`() throws {
        try Program.inFolder { folder in
            let output = try Program.run(
                "Atlas",
                [
                    "--headless", "--stack", "single", "--rows", "200", "--story-seconds", "2", "--record",
                    folder.path + "/a.webp", "--report", folder.path + "/r.html",
                ], in: "env", ["TMPDIR=\(folder.path)"])
            #expect(output.status == 0, "\(output)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.webp", "r.html"])
            let page = try String(contentsOfFile: folder.path + "/r.html", encoding: .utf8)
            #expect(page.utf8.count < 5_000_000)
            #expect(page.contains("src=\"data:image/webp;base64,") && page.contains("<a href=\"a.webp\">a.webp</a>"))
        }
    }
}
