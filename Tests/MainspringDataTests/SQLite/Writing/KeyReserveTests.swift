import Testing

@testable import MainspringData

/// Keys that are a process's to give.
@Suite struct KeyReserveTests {
    @Test func `nothing is given that the file has not been told of`() {
        let keys = KeyReserve(count: 2)
        #expect(keys.take(3, 1) == nil)
        keys.add(5...7, 1)
        #expect(keys.take(2, 1) == 5...6)
        #expect(keys.take(2, 1) == 7...7)
        #expect(keys.take(1, 1) == nil && keys.take(1, 2) == nil)
    }

    @Test func `as many are wanted in advance as were asked for at once, within a bound`() {
        let keys = KeyReserve(count: 1)
        #expect(keys.shortage(1) == 0)
        _ = keys.take(20, 1)
        #expect(keys.shortage(1) == 20)
        keys.add(1...20, 1)
        #expect(keys.shortage(1) == 0)
        _ = keys.take(1, 1)
        #expect(keys.shortage(1) == 20)
        _ = keys.take(1_000_000, 1)
        #expect(keys.shortage(1) == 10_000)
    }

    @Test func `keys that follow others lengthen them, and others take their place`() {
        let keys = KeyReserve(count: 1)
        keys.add(1...4, 1)
        keys.add(5...6, 1)
        #expect(keys.take(6, 1) == 1...6)
        keys.add(10...12, 1)
        keys.add(20...21, 1)
        #expect(keys.take(9, 1) == 20...21)
    }

    @Test func `what is given back is given no more`() {
        let keys = KeyReserve(count: 1)
        keys.add(1...9, 1)
        #expect(keys.take(2, 1) == 1...2)
        #expect(keys.takeRest(1) == 3...9)
        #expect(keys.take(1, 1) == nil && keys.takeRest(1) == nil)
    }
}
