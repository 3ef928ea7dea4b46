import Foundation
import MainspringFoundation
import Testing

/// Notifications that are awaited.
@Suite struct NotificationSequenceTests {
    private static let name = Notification.Name("something")

    @Test func `notifications come in the order in which they are posted`() async {
        let center = NotificationCenter()
        var notifications = center.notifications(named: Self.name).makeAsyncIterator()
        for number in 1...3 { center.post(name: Self.name, object: nil, userInfo: ["number": number]) }
        center.post(name: Notification.Name("other"), object: nil)
        for number in 1...3 { #expect(await notifications.next()?.userInfo?["number"] as? Int == number) }
    }

    @Test func `only the notifications of an object come if there is one`() async {
        let center = NotificationCenter()
        let object = NSObject()
        var notifications = center.notifications(named: Self.name, object: object).makeAsyncIterator()
        center.post(name: Self.name, object: NSObject(), userInfo: ["number": 1])
        center.post(name: Self.name, object: object, userInfo: ["number": 2])
        #expect(await notifications.next()?.userInfo?["number"] as? Int == 2)
    }

    @Test func `a cancelled task gets no more`() async {
        let center = NotificationCenter()
        let task = Task {
            var count = 0
            for await _ in center.notifications(named: Self.name) { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value == 0)
    }
}
