import CPNG
import CTurboJPEG
import CWebP
import Foundation
import MainspringGraphics
import Testing

@testable import MainspringRendering

/// How much memory files take; each in a process of its own.
@Suite(.enabled(if: PeakMemory.isOwn, "the address sanitizer keeps what was freed"))
struct ImageMemoryTests {
    /// What libraries take whatever an image's size is, and what the allocator keeps.
    static let slack = 12 << 20

    @Test(arguments: BigFile.allCases)
    func `an image takes at most eleven bytes a pixel while it is read`(file: BigFile) async {
        await #expect(processExitsWith: .success) { [file] in
            let data = try file.data()
            let taken = try PeakMemory.taken {
                let image = try CGImage(data: data)
                precondition(image.width == BigFile.side && image.height == BigFile.side)
            }
            let most = 11 * BigFile.side * BigFile.side + Self.slack
            precondition(taken <= most, "\(file) took \(taken) bytes of \(most)")
        }
    }

    @Test func `of an animation no more is decoded than the first picture, on a canvas that is clear`() async {
        await #expect(processExitsWith: .success) {
            let data = try BigFile.animation.data()
            let taken = try PeakMemory.taken {
                let image = try CGImage(data: data)
                precondition(image.pixel(0, 0) == [0, 0, 0, 0] && image.pixel(11, 21) == [16, 32, 64, 255])
            }
            let most = 4 * BigFile.side * BigFile.side + Self.slack
            precondition(taken <= most, "took \(taken) bytes of \(most)")
        }
    }

    @Test func `a JPEG image that ends early takes no memory for what is not there`() async {
        await #expect(processExitsWith: .success) {
            var data = try ImageFileTests.jpeg(.colour, flags: TJFLAG_PROGRESSIVE)
            // 8,000 by 8,000 pixels, instead of 24 rows of 32.
            guard let frame = data.range(of: Data([0xFF, 0xC2])) else { preconditionFailure("a progressive frame") }
            data.replaceSubrange(frame.lowerBound + 5..<frame.lowerBound + 9, with: [0x1F, 0x40, 0x1F, 0x40])
            var code: ImageFileError.Code?
            let taken = try PeakMemory.taken {
                do {
                    _ = try CGImage(data: data)
                } catch let error as ImageFileError {
                    code = error.code
                }
            }
            precondition(code == .damaged && taken <= Self.slack, "took \(taken) bytes, \(String(describing: code))")
        }
    }

    @Test(arguments: ["a length of a gigabyte", "a hundred texts of seven megabytes"])
    func `texts in a PNG file take no memory`(texts: String) async {
        await #expect(processExitsWith: .success) { [texts] in
            var data = try BigFile.png.data()
            // Behind the header.
            let place = data.startIndex + 33
            if texts == "a length of a gigabyte" {
                data.replaceSubrange(place..<place, with: [0x60, 0, 0, 0x14] + Array("zTXtComment".utf8))
            } else {
                let text = PNGPart.packedText(of: 7 << 20)
                for _ in 0..<100 { data.insert(contentsOf: text, at: place) }
            }
            let taken = try PeakMemory.taken { _ = try? CGImage(data: data) }
            let most: Int = 4 * BigFile.side * BigFile.side + 2 * data.count + Self.slack
            precondition(taken <= most, "took \(taken) bytes of \(most)")
        }
    }

    @Test(arguments: [Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), Data()])
    func `a file of a terabyte is refused before it is read`(start: Data) async {
        await #expect(processExitsWith: .success) { [start] in
            let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).png")
            defer { try? FileManager.default.removeItem(at: url) }
            try start.write(to: url)
            // Without blocks on the disk.
            try FileHandle(forWritingTo: url).truncate(atOffset: 1 << 40)
            var code: ImageFileError.Code?
            let taken = try PeakMemory.taken {
                do {
                    _ = try CGImage(contentsOf: url)
                } catch let error as ImageFileError {
                    code = error.code
                }
            }
            precondition(code == (start.isEmpty ? .unknownFormat : .tooLarge), "\(String(describing: code))")
            precondition(taken <= Self.slack, "took \(taken) bytes")
        }
    }
}

/// A file of few bytes with an image of many pixels.
enum BigFile: String, CaseIterable, Codable, Sendable {
    case png, jpeg, progressive, lossless, lossy, animation

    static let side = 2_000

    func data() throws -> Data {
        switch self {
        case .png: try png()
        case .jpeg: try jpeg(0)
        case .progressive: try jpeg(TJFLAG_PROGRESSIVE)
        case .lossless: try webP(isLossless: true)
        case .lossy: try webP(isLossless: false)
        case .animation: try animated()
        }
    }

    private struct NotMade: Error {}

    /// Half clear, so that alpha is not left out.
    private var pixels: [UInt8] { [UInt8](repeating: 128, count: 4 * Self.side * Self.side) }

    private func png() throws -> Data {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        (image.width, image.height) = (UInt32(Self.side), UInt32(Self.side))
        image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        var count = bytes.count
        guard png_image_write_to_memory(&image, &bytes, &count, 0, pixels, 0, nil) != 0 else { throw NotMade() }
        return Data(bytes.prefix(count))
    }

    private func jpeg(_ flags: Int32) throws -> Data {
        guard let handle = tjInitCompress() else { throw NotMade() }
        defer { tjDestroy(handle) }
        var (buffer, size) = (UnsafeMutablePointer<UInt8>?.none, UInt(0))
        let side = Int32(Self.side)
        guard
            tjCompress2(
                handle, pixels, side, 0, side, Int32(TJPF_RGBX.rawValue), &buffer, &size,
                Int32(TJSAMP_444.rawValue), 50, flags) == 0, let buffer
        else { throw NotMade() }
        defer { tjFree(buffer) }
        return Data(bytes: buffer, count: Int(size))
    }

    private func webP(isLossless: Bool) throws -> Data {
        var output: UnsafeMutablePointer<UInt8>?
        let side = Int32(Self.side)
        let count =
            isLossless
            ? WebPEncodeLosslessRGBA(pixels, side, side, 4 * side, &output)
            : WebPEncodeRGBA(pixels, side, side, 4 * side, 1, &output)
        guard let output else { throw NotMade() }
        defer { WebPFree(output) }
        return Data(bytes: output, count: count)
    }

    /// Two small pictures on a large canvas.
    private func animated() throws -> Data {
        guard let mux = WebPMuxNew() else { throw NotMade() }
        defer { WebPMuxDelete(mux) }
        var output: UnsafeMutablePointer<UInt8>?
        let small = [[UInt8]](repeating: [16, 32, 64, 255], count: 64).flatMap { $0 }
        let count = WebPEncodeLosslessRGBA(small, 8, 8, 32, &output)
        defer { WebPFree(output) }
        for offset in [Int32(10), 100] {
            var frame = WebPMuxFrameInfo()
            frame.bitstream = WebPData(bytes: output, size: count)
            (frame.id, frame.duration) = (WEBP_CHUNK_ANMF, 40)
            (frame.x_offset, frame.y_offset) = (offset, 2 * offset)
            (frame.dispose_method, frame.blend_method) = (WEBP_MUX_DISPOSE_NONE, WEBP_MUX_BLEND)
            guard WebPMuxPushFrame(mux, &frame, 1) == WEBP_MUX_OK else { throw NotMade() }
        }
        var parameters = WebPMuxAnimParams(bgcolor: 0xFFFF_FFFF, loop_count: 0)
        let side = Int32(Self.side)
        var file = WebPData()
        guard WebPMuxSetAnimationParams(mux, &parameters) == WEBP_MUX_OK,
            WebPMuxSetCanvasSize(mux, side, side) == WEBP_MUX_OK, WebPMuxAssemble(mux, &file) == WEBP_MUX_OK,
            let bytes = file.bytes
        else { throw NotMade() }
        defer { WebPDataClear(&file) }
        return Data(bytes: bytes, count: file.size)
    }
}
