import FoundationRunLoop
import XCTest

/// Messages to and from the main thread.
final class PortMainThreadTests: XCTestCase, @unchecked Sendable {
    private final class Echo: PortDelegate {
        func handle(_ message: PortMessage) {
            _ = PortMessage(sendPort: message.sendPort, receivePort: nil, components: message.components)
                .send(before: .distantPast)
        }
    }

    private final class Answer: PortDelegate {
        var text: String?

        func handle(_ message: PortMessage) {
            text = (message.components?.first as? Data).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    func test_aThreadAnswersTheMainThread() {
        let request = Port()
        Thread {
            let echo = Echo()
            request.setDelegate(echo)
            RunLoop.current.add(request, forMode: .default)
            withExtendedLifetime(echo) { RunLoop.current.run() }
        }.start()
        let reply: Port = MessagePort()
        let answer = Answer()
        reply.setDelegate(answer)
        RunLoop.main.add(reply, forMode: .default)
        defer { reply.invalidate() }
        let message = PortMessage(sendPort: request, receivePort: reply, components: [Data("ping".utf8)])
        XCTAssertTrue(message.send(before: .distantPast))
        while answer.text == nil { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
        XCTAssertEqual(answer.text, "ping")
        request.invalidate()
    }
}
