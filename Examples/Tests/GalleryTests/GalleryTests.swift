import CommandRunner
import Foundation
import Mainspring
import MainspringAnimation
@_spi(Tools) import MainspringGraphics
import MainspringRendering
import Testing

@testable import Gallery

@Suite struct GalleryTests {
    private static let names = try? Program.run("Gallery", "--list").output.split(separator: "\n").compactMap {
        $0.split(separator: " ").first.map(String.init)
    }

    @Test func `the list names each screen once`() throws {
        let names = try #require(Self.names)
        #expect(names.count >= 19 && Set(names).count == names.count)
        #expect(names.first == "basics" && names.contains("text-field"))
    }

    @Test(arguments: ["basics", "cube", "transactions", "display-link", "text-field"])
    func `a screen is painted at three instants, which differ, without a display`(name: String) throws {
        try Program.inFolder { folder in
            let (status, output) = try Program.run("Gallery", "--frames", folder.path, "--screen", name)
            #expect(status == 0, "\(output)")
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(files == (0..<3).map { "\(name)-0000\($0).png" })
            var pictures: [Data] = []
            for file in files {
                let data = try Data(contentsOf: folder.appendingPathComponent(file))
                let image = try CGImage(data: data)
                #expect(image.width == 960 && image.height == 600)
                // More than a plane of one colour.
                #expect(image.colorCount > 20, "\(file)")
                pictures.append(data)
            }
            #expect(Set(pictures).count == 3)
        }
    }

    /// Each screen half a second after its beginning, a quarter as wide and high: its pixels.
    private static let pictures: Result<[String: [UInt8]], any Error> = Result {
        let thread = RunLoopThread(name: "gallery", clock: VirtualClock())
        defer { thread.stop() }
        return try thread.performAndWait {
            CGContext.installCairo()
            var pictures: [String: [UInt8]] = [:]
            for screen in Screen.all {
                let show = Show([screen])
                defer { show.end() }
                let recorder = try FrameRecorder(
                    layer: show.root, width: Int(Stage.size.width / 4), height: Int(Stage.size.height / 4), scale: 0.25,
                    background: Palette.night)
                let sink = PictureSink()
                try recorder.record(frames: 1, rate: FrameRate(1), from: CACurrentMediaTime() + 0.5, to: sink)
                pictures[screen.name] = sink.picture
            }
            return pictures
        }
    }

    @Test(arguments: Screen.all.map(\.name)) func `each screen shows something, and no other one the same`(
        name: String
    ) throws {
        let pictures = try Self.pictures.get()
        let picture = try #require(pictures[name])
        let colors = Set(stride(from: 0, to: picture.count, by: 4).map { Array(picture[$0..<$0 + 4]) })
        // More than its title on a plane of one colour, in the title's own.
        #expect(picture.count == 240 * 150 * 4 && colors.count > 50, "\(colors.count) colours")
        // Below the title, which no two have in common anyhow.
        let below = 240 * 4 * 24
        for (other, pixels) in pictures where other != name {
            let isSame = pixels[below...] == picture[below...]
            #expect(!isSame, "\(name) and \(other)")
        }
        #expect(pictures.count == Screen.all.count)
    }

    @Test func `what is painted is the same each time`() throws {
        func paint() throws -> [Data] {
            try Program.inFolder { folder in
                _ = try Program.run("Gallery", "--frames", folder.path, "--screen", "timing")
                return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
                    try Data(contentsOf: folder.appendingPathComponent($0))
                }
            }
        }
        let first = try paint()
        #expect(try paint() == first && first.count == 3)
    }

    @Test(arguments: [
        (["--frames"], "--frames"), (["--screen", "nowhere"], "no screen “nowhere”"), (["--loud"], "--loud"),
    ])
    func `what cannot be is said in a sentence`(arguments: [String], sentence: String) throws {
        let (status, output) = try Program.run("Gallery", arguments)
        #expect(status == 64 && output.contains(sentence), "\(output)")
    }

    @Test func `without a display the gallery says how it can be seen`() throws {
        let (status, output) = try Program.run("Gallery", in: "env", ["-u", "DISPLAY"])
        #expect(status == 1 && output.contains("no display") && output.contains("--frames FOLDER"), "\(output)")
    }

    @Test func `a folder that cannot be made is said, with its name`() throws {
        let (status, output) = try Program.run("Gallery", "--frames", "/proc/nowhere", "--screen", "basics")
        #expect(status == 1 && output.contains("/proc/nowhere"), "\(output)")
    }

    @Test func `two animations one after the other become a file of as many seconds, and half a one`() throws {
        try Program.inFolder { folder in
            let file = folder.appendingPathComponent("sequential.webp")
            let (status, output) = try Program.run("SequentialAnimation", "--record", file.path)
            #expect(status == 0 && output.contains(file.path), "\(output)")
            let data = try Data(contentsOf: file)
            #expect(data.prefix(4) == Data("RIFF".utf8) && data[8..<12] == Data("WEBP".utf8))
            #expect(data.webPDurations.reduce(0, +) >= 1_490 && data.webPDurations.count > 50)
        }
    }
}

/// Keeps the last frame of a recording.
private final class PictureSink: FrameSink {
    private(set) var picture: [UInt8] = []
    func begin(_ format: FrameFormat) {}
    func append(_ frame: RecordedFrame) { picture = frame.bytes() }
    func finish() {}
}

extension CGImage {
    /// How many colours there are in it.
    fileprivate var colorCount: Int {
        withPixelWords { bytes, bytesPerRow in
            var colors: Set<UInt32> = []
            for row in 0..<height {
                for column in 0..<width {
                    colors.insert(bytes.loadUnaligned(fromByteOffset: row * bytesPerRow + 4 * column, as: UInt32.self))
                }
            }
            return colors.count
        }
    }
}

extension Data {
    /// For how long each picture of a WebP animation shows, in milliseconds.
    fileprivate var webPDurations: [Int] {
        var durations: [Int] = []
        var place = 12
        while place + 8 <= count {
            let size = (0..<4).reduce(0) { $0 | Int(self[place + 4 + $1]) << (8 * $1) }
            if self[place..<place + 4] == Data("ANMF".utf8), place + 24 <= count {
                durations.append((0..<3).reduce(0) { $0 | Int(self[place + 20 + $1]) << (8 * $1) })
            }
            place += 8 + size + size % 2
        }
        return durations
    }
}
