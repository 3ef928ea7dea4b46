import Foundation
import MainspringAnimation
import MainspringGraphics
import Testing

@testable import MainspringApplication
@testable import MainspringRendering
@testable import MainspringWindows

@Suite struct LayerPainterTests {
    @Test func `a surface of more pixels than there may be is not painted, and that is said once`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let painter = LayerPainter()
            let frame = LayerHost().frame(at: 0)
            // As large as one row: whoever painted would write beyond it.
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * 8193, alignment: 4)
            memory.initializeMemory(as: UInt8.self, repeating: 7, count: 4 * 8193)
            for rows in [8192, 8193, 32_767] {
                let size = PixelSize(width: 8193, height: rows)
                painter.paint(
                    FrameUpdate(
                        frame: frame, size: size, scale: 1, damage: [PixelRect(x: 0, y: 0, width: 1, height: 1)]),
                    into: PixelMemory(base: memory, size: size, bytesPerRow: 4 * 8193))
            }
            precondition(memory.load(as: UInt32.self) == 0x707_0707)
            memory.deallocate()
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let lines: [Substring] = said.split(separator: "\n").filter { $0.hasPrefix("Mainspring: ") }
        #expect(
            lines == [
                "Mainspring: a window has more than 67108864 pixels, so it is not painted. Make it smaller, or have fewer pixels to a point."
            ])
    }
}
