import Foundation
import Testing

@testable import MainspringGraphics

@Suite struct CGContextBitmapTests {
    @Test func `a context tells its engine's bitmap`() {
        let engine = RecordingEngine()
        let context = CGContext(engine: engine)
        #expect(context.width == 0 && context.height == 0 && context.colorSpace == nil && context.bitmapInfo == [])
        #expect(context.data == nil && context.bytesPerRow == 0 && context.alphaInfo == .none)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 4)
        defer { memory.deallocate() }
        engine.bitmap = CGBitmapDescription(
            data: memory, width: 4, height: 3, bitsPerPixel: 32, bytesPerRow: 20,
            colorSpace: CGColorSpaceCreateDeviceRGB(), bitmapInfo: .premultipliedBGRA)
        #expect(context.width == 4 && context.height == 3 && context.bytesPerRow == 20)
        #expect(context.bitsPerComponent == 8 && context.bitsPerPixel == 32 && context.data == memory)
        #expect(context.colorSpace == CGColorSpaceCreateDeviceRGB() && context.alphaInfo == .premultipliedFirst)
        #expect(context.makeImage() == nil)
        context.flush()
        context.synchronize()
        #expect(engine.take() == ["flush", "flush", "make image", "flush", "flush"])
        #expect(context == context && context != CGContext(engine: engine) && Set([context]).contains(context))
    }

    @Test func `a context begins with its engine's map and bounds`() {
        let engine = RecordingEngine()
        engine.initialTransform = CGAffineTransform(a: 2, b: 0, c: 0, d: -2, tx: 0, ty: 100)
        engine.deviceBounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        let context = CGContext(engine: engine)
        #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 50, height: 50))
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(engine.take() == ["fill winding M 0,100 L 20,100 L 20,80 L 0,80 Z"])
        engine.deviceBounds = .infinite
        let endless = CGContext(engine: engine)
        #expect(endless.boundingBoxOfClipPath.isInfinite)
        endless.clip(to: CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(endless.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 10, height: 10))
    }

    @Test func `a bitmap without an engine stops the program with a sentence`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = CGContext(
                bitmap: CGBitmapDescription(
                    width: 1, height: 1, colorSpace: CGColorSpaceCreateDeviceRGB(), bitmapInfo: .premultipliedBGRA))
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(said.contains("A bitmap was to be drawn into, but nothing that draws is installed."))
        #expect(said.contains("Call CGContext.installBitmapEngine(_:) first"))
    }

    @Test func `the engine that was installed last makes bitmaps`() async {
        await #expect(processExitsWith: .success) {
            let bitmap = CGBitmapDescription(
                width: 7, height: 1, colorSpace: CGColorSpaceCreateDeviceRGB(), bitmapInfo: .premultipliedBGRA)
            CGContext.installBitmapEngine { _ in nil }
            precondition(CGContext(bitmap: bitmap) == nil)
            CGContext.installBitmapEngine { description in
                let engine = RecordingEngine()
                engine.bitmap = description
                return engine
            }
            precondition(CGContext(bitmap: bitmap)?.width == 7)
        }
    }

    /// How deep the stack is in what was installed.
    private final class Depths: @unchecked Sendable {
        // `@unchecked Sendable`: one thread's alone.

        var all: [Int] = []
        func note() { all.append(Thread.callStackReturnAddresses.count) }
    }

    @Test func `what was installed is called without detours, however often it was asked for`() async {
        await #expect(processExitsWith: .success) {
            let bitmap = CGBitmapDescription(
                width: 7, height: 1, colorSpace: CGColorSpaceCreateDeviceRGB(), bitmapInfo: .premultipliedBGRA)
            let block = TextBlock(
                string: "", font: nil, fontSize: 1, color: .black, wraps: false, truncation: "", alignment: "")
            let (makers, painters) = (Depths(), Depths())
            CGContext.installBitmapEngine { _ in
                makers.note()
                return nil
            }
            CGContext.installTextPainter { _, _, _, _ in painters.note() }
            let context = CGContext(engine: RecordingEngine())
            for _ in 0..<300 {
                _ = CGContext(bitmap: bitmap)
                CGContext.textPainter?(block, .zero, context, false)
            }
            precondition(Set(makers.all).count == 1 && Set(painters.all).count == 1)
        }
    }
}
