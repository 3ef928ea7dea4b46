internal import Dispatch

/// Asks something on another thread while this one waits.
enum OtherThread {
    private final class Question: @unchecked Sendable {
        // `@unchecked Sendable`: the asking thread waits until the answer is there; nobody else has a reference.
        let body: () -> String
        var answer = ""
        init(_ body: @escaping () -> String) { self.body = body }
    }

    static func ask(_ body: @escaping () -> String) -> String {
        let question = Question(body)
        let answered = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            question.answer = question.body()
            answered.signal()
        }
        answered.wait()
        return question.answer
    }
}

/// The main dispatch queue.
enum MainQueue {
    private struct Item: @unchecked Sendable {
        // `@unchecked Sendable`: posted and called on the main thread alone.
        let body: () -> Void
    }

    static func post(_ body: @escaping () -> Void) {
        let item = Item(body: body)
        DispatchQueue.main.async { item.body() }
    }
}
