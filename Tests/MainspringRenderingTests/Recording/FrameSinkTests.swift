import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringRendering

@Suite struct FrameSinkTests {
    /// Records a second of the box, which moves for a quarter of it, with a sink beside one that keeps the pictures.
    private func record(_ stage: RecordingStage, _ sink: any FrameSink, frames: Int = 60) throws -> [[UInt8]] {
        let kept = KeepingSink()
        let recorder = try stage.recorder()
        stage.moveBox()
        try recorder.record(frames: frames, rate: FrameRate(60), to: BothSinks(sink, kept))
        return kept.pictures
    }

    private final class BothSinks: FrameSink {
        let sinks: [any FrameSink]
        init(_ sinks: any FrameSink...) { self.sinks = sinks }
        func begin(_ format: FrameFormat) throws { for sink in sinks { try sink.begin(format) } }
        func append(_ frame: RecordedFrame) throws { for sink in sinks { try sink.append(frame) } }
        func finish() throws { for sink in sinks { try sink.finish() } }
    }

    /// The pixels that alpha is multiplied into, from those that it is not.
    private func multiplied(_ straight: [UInt8]) -> [UInt8] {
        straight.indices.map { index in
            index % 4 == 3 ? straight[index] : PixelConversion.multiply(straight[index], straight[index | 3])
        }
    }

    // MARK: PNG

    @Test func `each frame is a PNG file with its pixels`() throws {
        try RecordingStage.run { stage in
            let sink = PNGFrameSink(folder: stage.file("new/frames"))
            let pictures = try record(stage, sink, frames: 12)
            #expect(pictures.count == 12)
            for (number, picture) in pictures.enumerated() {
                let image = try CGImage(contentsOf: sink.url(ofFrame: number))
                let bytes = image.withPremultipliedBGRA { bytes, row -> [UInt8] in
                    (0..<image.height).flatMap { line -> [UInt8] in
                        let start: Int = line * row
                        return [UInt8](bytes[start..<start + 4 * image.width])
                    }
                }
                #expect(image.width == 16 && bytes == picture, "frame \(number)")
            }
            #expect(sink.url(ofFrame: 0).lastPathComponent == "frame-00000.png")
            #expect(sink.url(ofFrame: 1_234_567).lastPathComponent == "frame-1234567.png")
            let names = try FileManager.default.contentsOfDirectory(atPath: sink.folder.path)
            #expect(names.count == 12, "nothing is left over")
        }
    }

    @Test func `a folder that cannot be made is an error`() throws {
        try RecordingStage.run { stage in
            try Data().write(to: stage.file("file"))
            let error = #expect(throws: RecordingError.self) {
                try record(stage, PNGFrameSink(folder: stage.file("file/frames")))
            }
            #expect(error?.code == .file && error?.description.contains("file/frames") == true)
            #expect(error?.description.contains("Not a directory") == true)
        }
    }

    // MARK: WebP

    @Test func `the less of an animated WebP is kept, the smaller it is, and the farther from what it was`() throws {
        try RecordingStage.run { stage in
            var random = SeededGenerator(seed: 5)
            let pictures = (0..<2).map { _ in PixelPicture(96, 96, isOpaque: true, using: &random).pixels }
            let format = try FrameFormat(width: 96, height: 96, rate: FrameRate(10))
            let kept = try [100, 75, 10].map { (quality: Float) in
                let sink = AnimatedWebPSink(url: stage.file("\(quality).webp"), quality: quality)
                try sink.begin(format)
                for (number, noise) in pictures.enumerated() {
                    try noise.withUnsafeBytes {
                        try sink.append(
                            RecordedFrame(number: number, time: 0, format: format, pixels: $0, bytesPerRow: 4 * 96))
                    }
                }
                try sink.finish()
                let data = try Data(contentsOf: sink.url)
                let found = try #require(WebPPictures(data).picture(at: 0)).map(Int.init)
                let wanted = pictures[0].withUnsafeBytes { $0.map(Int.init) }
                return (
                    bytes: data.count, difference: zip(found, wanted).reduce(0) { $0 + abs($1.0 - $1.1) } / found.count
                )
            }
            #expect(kept[0].bytes > kept[1].bytes && kept[1].bytes > kept[2].bytes, "\(kept)")
            #expect(kept[0].difference < kept[2].difference && kept[0].difference < 40, "\(kept)")
        }
    }

    /// Some encoders take a small difference between a picture and the next for none.
    @Test(arguments: [40, 60, 90] as [Float])
    func `what fades slowly is seen to its end with loss as well, and what stands still stays`(quality: Float) throws {
        let (width, height, last) = (75, 50, 70)
        let encoding = try LossyWebPEncoding(width: width, height: height, loopCount: 0, level: 1, quality: quality)
        func gray(_ level: Int) -> UInt32 { 0xff00_0000 | UInt32(level * 0x01_0101) }
        for number in 0...last {
            var pixels = [UInt32](repeating: gray(200), count: width * height)
            for y in 5..<35 { for x in 10..<60 { pixels[y * width + x] = gray(20 + number) } }
            // Every other picture is the one before.
            for time in [20 * number, 20 * number + 10] {
                try pixels.withUnsafeMutableBufferPointer {
                    try encoding.add(try #require($0.baseAddress), at: time, number: number)
                }
            }
        }
        let found = try WebPPictures(try encoding.assemble(endingAt: 20 * (last + 1)))
        #expect((found.width, found.height, found.pictures.count) == (width, height, last + 1))
        #expect(found.ends == (1...last + 1).map { 20 * $0 })
        for (number, picture) in found.pictures.enumerated() {
            func level(_ x: Int, _ y: Int) -> Int { Int(picture[4 * (y * width + x)]) }
            #expect(abs(level(40, 20) - 20 - number) <= 6 && abs(level(70, 45) - 200) <= 6, "\(number)")
            // Nor is there a line where what has changed meets what has not.
            for x in 61..<68 { #expect(abs(level(x, 20) - 200) <= 16, "\(number), \(x): \(level(x, 20))") }
        }
    }

    @Test func `the first picture is new, clear and large as it may be`() throws {
        let side = 2_048
        let encoding = try LossyWebPEncoding(width: side, height: side, loopCount: 0, level: 0, quality: 75)
        var pixels = [UInt32](repeating: 0, count: side * side)
        try pixels.withUnsafeMutableBufferPointer {
            try encoding.add(try #require($0.baseAddress), at: 0, number: 0)
        }
        let found = try WebPPictures(try encoding.assemble(endingAt: 10))
        #expect(found.pictures.count == 1 && found.pictures.first?.allSatisfy { $0 == 0 } == true)
    }

    @Test func `what becomes clear again is clear with loss as well`() throws {
        let encoding = try LossyWebPEncoding(width: 64, height: 64, loopCount: 0, level: 1, quality: 75)
        for (number, fill) in [0xff20_40c0, 0, 0x8020_40c0].enumerated() as EnumeratedSequence<[UInt32]> {
            var pixels = [UInt32](repeating: 0xff80_8080, count: 64 * 64)
            for y in 16..<48 { for x in 16..<48 { pixels[y * 64 + x] = fill } }
            try pixels.withUnsafeMutableBufferPointer {
                try encoding.add(try #require($0.baseAddress), at: 100 * number, number: number)
            }
        }
        let found = try WebPPictures(try encoding.assemble(endingAt: 300))
        let (inside, outside): (Int, Int) = (4 * (32 * 64 + 32) + 3, 4 * (4 * 64 + 4) + 3)
        #expect(found.pictures.map { $0[inside] } == [255, 0, 0x80] as [UInt8])
        #expect(found.pictures.map { $0[outside] } == [255, 255, 255] as [UInt8])
    }

    @Test(arguments: [-1, 100.5, .nan] as [Float])
    func `a quality that WebP does not have is refused`(quality: Float) throws {
        try RecordingStage.run { stage in
            let error = #expect(throws: RecordingError.self) {
                try record(stage, AnimatedWebPSink(url: stage.file("a.webp"), quality: quality))
            }
            #expect(error?.code == .value && error?.description.contains("from 0 to 100") == true)
        }
    }

    @Test(arguments: [AnimatedWebPSink.Effort.quick, .thorough])
    func `an animated WebP has all pixels at their milliseconds`(effort: AnimatedWebPSink.Effort) throws {
        try RecordingStage.run { stage in
            let sink = AnimatedWebPSink(url: stage.file("a.webp"), loopCount: 3, effort: effort)
            let pictures = try record(stage, sink)
            let decoded = try WebPPictures(Data(contentsOf: sink.url))
            #expect((decoded.width, decoded.height, decoded.loopCount) == (16, 8, 3))
            for (number, picture) in pictures.enumerated() {
                let begin = (number * 1_000 + 30) / 60
                let end = ((number + 1) * 1_000 + 30) / 60
                for time in [begin, end - 1] {
                    #expect(decoded.picture(at: time).map(multiplied) == picture, "frame \(number) at \(time)")
                }
            }
            #expect(decoded.ends.last == 1_000)
            let firstEnds = Array(decoded.ends.prefix(4))
            #expect(firstEnds == [17, 33, 50, 67])
            #expect(try stage.files() == ["a.webp"])
        }
    }

    @Test func `a recording that ends before its time leaves a file with what has come`() throws {
        struct Enough: Error {}
        try RecordingStage.run { stage in
            let sink = AnimatedWebPSink(url: stage.file("a.webp"))
            let recorder = try stage.recorder()
            stage.moveBox()
            #expect(throws: Enough.self) {
                try recorder.record(frames: 60, rate: FrameRate(60), to: sink) { progress in
                    if progress.frames == 6 { throw Enough() }
                }
            }
            #expect(try WebPPictures(Data(contentsOf: sink.url)).ends == [17, 33, 50, 67, 83, 100])
        }
    }

    @Test func `a file that cannot be written leaves the former one and the animation`() throws {
        try RecordingStage.run { stage in
            let sink = AnimatedWebPSink(url: stage.file("no/such/a.webp"))
            let error = #expect(throws: RecordingError.self) { try record(stage, sink) }
            #expect(error?.code == .file && error?.description.contains("no/such/a.webp") == true)
            try sink.save(to: stage.file("b.webp"))
            #expect(try WebPPictures(Data(contentsOf: stage.file("b.webp"))).ends.last == 1_000)
        }
    }

    @Test(arguments: [
        (16_384, 1, 60, 1, 0), (1, 1, 1_001, 1, 0), (1, 1, 1, 20_000, 0), (1, 1, 60, 1, -1), (1, 1, 60, 1, 65_536),
    ])
    func `what WebP cannot hold is refused at the beginning`(
        width: Int, height: Int, frames: Int, seconds: Int, loopCount: Int
    ) throws {
        let sink = AnimatedWebPSink(url: URL(fileURLWithPath: "/nowhere/a.webp"), loopCount: loopCount)
        let error = #expect(throws: RecordingError.self) {
            try sink.begin(FrameFormat(width: width, height: height, rate: FrameRate(frames, in: seconds)))
        }
        #expect(error?.code == .value)
        #expect(throws: RecordingError.self) { try sink.save(to: URL(fileURLWithPath: "/nowhere/a.webp")) }
    }

    @Test func `what is to be written to no file is refused`() throws {
        let url = try #require(URL(string: "https://example.com/a.webp"))
        let error = #expect(throws: RecordingError.self) {
            try RecordedFile.write(.init(start: nil, count: 0), to: url, "The animation", isSynchronized: false)
        }
        #expect(error?.code == .file && error?.description.contains("https://example.com/a.webp") == true)
    }

    // MARK: Raw

    @Test(arguments: [PixelOrder.bgra, .rgba], [PixelAlpha.straight, .premultiplied])
    func `raw frames come through a pipe`(order: PixelOrder, alpha: PixelAlpha) throws {
        try RecordingStage.run { stage in
            let file = stage.file("raw")
            try Data().write(to: file)
            let handle = try FileHandle(forWritingTo: file)
            let pictures = try record(stage, RawFrameSink(handle, order: order, alpha: alpha), frames: 9)
            try handle.close()
            var bytes = [UInt8](try Data(contentsOf: file))
            #expect(bytes.count == 9 * 4 * 16 * 8)
            if order == .rgba {
                for place in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(place, place + 2) }
            }
            let read: [UInt8] = alpha == .straight ? multiplied(bytes) : bytes
            #expect(read == Array(pictures.joined()))
        }
    }

    @Test func `a slow reader of a pipe that does not wait gets everything`() throws {
        try RecordingStage.run { stage in
            let pipe = Pipe()
            let descriptor = pipe.fileHandleForWriting.fileDescriptor
            #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
            let reader = DataReader(pipe.fileHandleForReading)
            let pictures = try record(
                stage, RawFrameSink(fileDescriptor: descriptor, alpha: .premultiplied), frames: 400)
            try pipe.fileHandleForWriting.close()
            #expect([UInt8](reader.wait()) == pictures.flatMap { $0 })
        }
    }

    /// Reads to the end on a thread of its own.
    private final class DataReader: @unchecked Sendable {
        // `@unchecked Sendable`: `data` is read after `done` was signalled, by which time the thread has written it.
        private var data = Data()
        private let done = DispatchSemaphore(value: 0)

        init(_ handle: FileHandle) {
            Thread { [self] in
                data = handle.readDataToEndOfFile()
                done.signal()
            }.start()
        }

        func wait() -> Data {
            done.wait()
            return data
        }
    }

    @Test func `a full disk is an error that names the frame`() throws {
        try RecordingStage.run { stage in
            let full = open("/dev/full", O_WRONLY)
            defer { close(full) }
            let error = #expect(throws: RecordingError.self) { try record(stage, RawFrameSink(fileDescriptor: full)) }
            #expect(error?.code == .file && error?.description.contains("Frame 0") == true)
            #expect(error?.description.contains("No space left") == true)
        }
    }

    @Test func `a pipe that nobody reads is an error, and no signal`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_DFL)
            let pipe = Pipe()
            try pipe.fileHandleForReading.close()
            let writer = pipe.fileHandleForWriting
            let error = #expect(throws: RecordingError.self) {
                try RecordingStage.run { stage in
                    try stage.recorder().record(frames: 3, rate: FrameRate(60), to: RawFrameSink(writer))
                }
            }
            #expect(error?.code == .closed)
            var pending = sigset_t()
            sigpending(&pending)
            #expect(sigismember(&pending, SIGPIPE) == 0)
        }
    }
}
