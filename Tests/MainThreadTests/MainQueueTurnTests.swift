import FoundationRunLoop
import XCTest

/// A descriptor that means nothing to the run stands ready before the main queue does.
final class MainQueueTurnTests: XCTestCase {
    private let loop: CFRunLoop = CFRunLoopGetMain()
    private var pipe = Pipe()
    private var watch: FileDescriptorSource?

    override func setUpWithError() throws {
        // Takes the main queue over, and serves what others left in it.
        while CFRunLoopRunInMode(.defaultMode, 0, true) == .handledSource {}
        pipe = Pipe()
        pipe.fileHandleForWriting.write(Data("ready".utf8))
        let watch = try FileDescriptorSource(
            fileDescriptor: pipe.fileHandleForReading.fileDescriptor, events: .readable
        ) { _ in XCTFail("A source of another mode was called.") }
        CFRunLoopAddSource(loop, watch.source, CFRunLoopMode("another mode" as CFString))
        self.watch = watch
    }

    override func tearDown() {
        watch?.invalidate()
        watch = nil
    }

    /// Gives the main queue an item, does something, and says whether the item came.
    private func itemComes(_ body: () -> Void) -> Bool {
        let order = Order()
        DispatchQueue.main.async { order.append("item") }
        body()
        return order.entries == ["item"]
    }

    func test_aPassThatOnlyLooksServesTheMainQueuePastADescriptorOfAnotherMode() {
        for _ in 0..<10 {
            XCTAssertTrue(itemComes { XCTAssertEqual(CFRunLoopRunInMode(.defaultMode, 0, true), .handledSource) })
        }
    }

    func test_aPassThatHandledASourceServesTheMainQueuePastADescriptorOfAnotherMode() throws {
        var context = CFRunLoopSourceContext()
        context.perform = { _ in }
        let source = try XCTUnwrap(CFRunLoopSourceCreate(kCFAllocatorDefault, 0, &context))
        CFRunLoopAddSource(loop, source, .defaultMode)
        defer { CFRunLoopSourceInvalidate(source) }
        for _ in 0..<10 {
            CFRunLoopSourceSignal(source)
            XCTAssertTrue(itemComes { XCTAssertEqual(CFRunLoopRunInMode(.defaultMode, 10, true), .handledSource) })
        }
    }

    func test_aGuestsTurnServesTheMainQueuePastADescriptorOfAnotherMode() {
        defer { loop.endGuest() }
        for _ in 0..<10 {
            XCTAssertTrue(
                itemComes {
                    loop.prepare()
                    loop.dispatch()
                })
        }
    }
}
