import Foundation
import MainspringFoundation
import Testing

/// The shared tables, used by several threads at once.
@Suite struct ThreadTests {
    /// Runs a body on some threads that begin together, with the number of each.
    private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let meeting = Meeting(count)
        for index in 0..<count {
            Thread {
                meeting.arriveAndWait()
                body(index)
                meeting.leave()
            }.start()
        }
        meeting.waitUntilLeft()
    }

    @Test func `keys are registered while other threads read, which see the class without or with them`() {
        class Shared: KeyValueCoding {
            var value = 1
            class var keyTable: KeyTable { table }
            static let table = KeyTable(Shared.self) { $0.add("value", get: { $0.value }) }
        }
        final class SharedLeaf: Shared {}
        let keysOfEach = 50
        onThreads(4) { thread in
            let object = thread.isMultiple(of: 2) ? Shared() : SharedLeaf()
            for round in 0..<keysOfEach {
                if thread < 2 {
                    let name = "k\(thread)x\(round)"
                    if thread == 0 {
                        KeyTable.register(Shared.self) { $0.add(name, get: { _ in round }) }
                    } else {
                        KeyTable.register(SharedLeaf.self) { $0.add(name, get: { _ in round }) }
                    }
                    #expect(object.value(forKey: name) as? Int == round)
                } else {
                    #expect(object.value(forKey: "value") as? Int == 1)
                    let seen = KeyTable.of(type(of: object))["k0x\(round)"]
                    #expect(seen == nil || object.value(forKey: "k0x\(round)") as? Int == round)
                }
            }
        }
        #expect(KeyTable.of(Shared.self).keys.count == 1 + keysOfEach)
        #expect(KeyTable.of(SharedLeaf.self).keys.count == 1 + 2 * keysOfEach)
    }

    @Test func `paths are parsed by several threads at once`() {
        onThreads(4) { thread in
            for index in 0..<500 {
                let path = try? KeyValuePath("shared.path\(index).@sum.x")
                #expect(path?.keys == ["shared", "path\(index)"])
                #expect(path?.operand?.keys == ["x"])
            }
        }
    }

    @Test func `a class is used for the first time by several threads at once`() {
        final class Late: NSObject, KeyValueCoding {
            let number: Int
            init(_ number: Int) { self.number = number }
            static let keyTable = KeyTable(Late.self) { $0.add("number", \.number) }
        }
        onThreads(4) { thread in
            #expect(Late(thread).value(forKeyPath: "number") as? Int == thread)
        }
    }
}

/// Where threads wait for each other.
private final class Meeting: Sendable {
    private let condition = NSCondition()
    private let counts: Counts

    /// Guarded by `condition`.
    private final class Counts: @unchecked Sendable {
        var arrived = 0
        var left = 0
        let count: Int
        init(_ count: Int) { self.count = count }
    }

    init(_ count: Int) { counts = Counts(count) }

    func arriveAndWait() {
        condition.withLock {
            counts.arrived += 1
            condition.broadcast()
            while counts.arrived < counts.count { condition.wait() }
        }
    }

    func leave() {
        condition.withLock {
            counts.left += 1
            condition.broadcast()
        }
    }

    func waitUntilLeft() {
        condition.withLock { while counts.left < counts.count { condition.wait() } }
    }
}
