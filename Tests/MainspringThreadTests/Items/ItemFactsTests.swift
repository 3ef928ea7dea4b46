import Mainspring
import Testing

/// What items, dates and identifiers of types say of themselves.
@Suite struct ItemFactsTests {
    @Test func `the types of the loop have different identifiers`() {
        let identifiers = [
            CFRunLoopGetTypeID(), CFRunLoopSourceGetTypeID(), CFRunLoopTimerGetTypeID(), CFRunLoopObserverGetTypeID(),
            CFFileDescriptorGetTypeID(),
        ]
        #expect(Set<CFTypeID>(identifiers).count == identifiers.count)
    }

    @Test func `an observer says for which activities it was made`() throws {
        let callBack: CFRunLoopObserverCallBack = { _, _, _ in }
        let activities: CFRunLoopActivity = [.entry, .exit]
        let observer = try #require(
            CFRunLoopObserverCreate(kCFAllocatorSystemDefault, activities.rawValue, true, 0, callBack, nil))
        #expect(CFRunLoopObserverGetActivities(observer) == activities.rawValue)
    }

    @Test func `an observer gives back the context that it was made with`() throws {
        let info = UnsafeMutableRawPointer(bitPattern: 0x40)
        var given = CFRunLoopObserverContext(version: 0, info: info, retain: nil, release: nil, copyDescription: nil)
        let observer = try #require(CFRunLoopObserverCreate(kCFAllocatorDefault, 1, false, 0, { _, _, _ in }, &given))
        var read = CFRunLoopObserverContext()
        CFRunLoopObserverGetContext(observer, &read)
        #expect(read.info == info)
    }

    @Test func `a date is so many seconds after another`() {
        let (early, late) = (CFDateCreate(kCFAllocatorDefault, 4), CFDateCreate(kCFAllocatorDefault, 10.5))
        #expect(CFDateGetTimeIntervalSinceDate(late, early) == 6.5)
    }

    @Test func `the epochs before 2001 are as far away as Apple says`() {
        #expect(kCFAbsoluteTimeIntervalSince1970 == 978_307_200)
        #expect(kCFAbsoluteTimeIntervalSince1904 == 3_061_152_000)
    }
}
