import Glibc
import Testing

@testable import Mainspring

@Suite struct CFFileDescriptorTests {
    private let read = kCFFileDescriptorReadCallBack
    private let write = kCFFileDescriptorWriteCallBack

    private func name(_ callBacks: CFOptionFlags) -> String {
        switch callBacks {
        case kCFFileDescriptorReadCallBack: "read"
        case kCFFileDescriptorWriteCallBack: "write"
        case kCFFileDescriptorReadCallBack | kCFFileDescriptorWriteCallBack: "read and write"
        default: "\(callBacks)"
        }
    }

    private func make(_ descriptor: OwnDescriptor, _ log: CallLog, on loop: CFRunLoop) -> CFFileDescriptor {
        let made = CFFileDescriptorCreate(
            nil, descriptor.number, false, { _, callBacks, _ in log.add(name(callBacks)) }, nil)!
        loop.add(CFFileDescriptorCreateRunLoopSource(nil, made, 0), to: .defaultMode)
        return made
    }

    @Test func `nothing is called back until it is enabled, and then once each time`() throws {
        try onVirtualLoop { loop in
            let pipe = OwnDescriptor.pipe()
            pipe.writer.write("x")
            let log = CallLog()
            let descriptor = make(pipe.reader, log, on: loop)
            for _ in 0..<3 { loop.poll() }
            #expect(log.take() == [])
            for _ in 0..<3 {
                CFFileDescriptorEnableCallBacks(descriptor, read)
                for _ in 0..<3 { loop.poll() }
                #expect(log.take() == ["read"])
            }
            #expect(pipe.reader.read() == "x")
            CFFileDescriptorInvalidate(descriptor)
        }
    }

    @Test func `reading and writing are enabled and disabled apart, and called back together`() throws {
        try onVirtualLoop { loop in
            let connection = OwnDescriptor.connection()
            connection.far.write("x")
            let log = CallLog()
            let descriptor = make(connection.near, log, on: loop)
            CFFileDescriptorEnableCallBacks(descriptor, read | write)
            loop.poll()
            #expect(log.take() == ["read and write"])
            loop.poll()
            #expect(log.take() == [])
            CFFileDescriptorEnableCallBacks(descriptor, read)
            CFFileDescriptorEnableCallBacks(descriptor, write)
            CFFileDescriptorDisableCallBacks(descriptor, read)
            loop.poll()
            #expect(log.take() == ["write"])
            CFFileDescriptorEnableCallBacks(descriptor, read)
            CFFileDescriptorDisableCallBacks(descriptor, read | write)
            loop.poll()
            #expect(log.take() == [])
            CFFileDescriptorInvalidate(descriptor)
        }
    }

    @Test func `only what fired is disabled`() throws {
        try onVirtualLoop { loop in
            let connection = OwnDescriptor.connection()
            let log = CallLog()
            let descriptor = make(connection.near, log, on: loop)
            CFFileDescriptorEnableCallBacks(descriptor, read | write)
            for _ in 0..<2 { loop.poll() }
            #expect(log.take() == ["write"])
            connection.far.write("x")
            for _ in 0..<2 { loop.poll() }
            #expect(log.take() == ["read"])
            CFFileDescriptorInvalidate(descriptor)
        }
    }

    @Test func `a hang-up calls back whoever waits, once, and does not spin when nobody does`() throws {
        try onVirtualLoop { loop in
            let near = OwnDescriptor.connection().near
            let log = CallLog()
            let descriptor = make(near, log, on: loop)
            loop.keepAlive(.defaultMode)
            for callBack in [read, write] {
                CFFileDescriptorEnableCallBacks(descriptor, callBack)
                let before = loop.turns
                loop.run(for: 3_600)
                #expect(log.take() == [name(callBack)])
                #expect(loop.turns - before <= 6)
            }
            CFFileDescriptorInvalidate(descriptor)
        }
    }

    @Test func `descriptors that hung up one after the other and that nobody waits for let the loop sleep`() throws {
        try onVirtualLoop { loop in
            let log = CallLog()
            let ends = (0..<3).map { _ in OwnDescriptor.connection().near }
            let descriptors = ends.map { make($0, log, on: loop) }
            loop.keepAlive(.defaultMode)
            for descriptor in descriptors { CFFileDescriptorEnableCallBacks(descriptor, read) }
            let before = loop.turns
            loop.run(for: 3_600)
            #expect(log.take() == ["read", "read", "read"])
            #expect(loop.turns - before <= 12)
            for descriptor in descriptors { CFFileDescriptorInvalidate(descriptor) }
        }
    }

    @Test func `it may be enabled again, invalidated or let go inside its call`() throws {
        try onVirtualLoop { loop in
            let pipe = OwnDescriptor.pipe()
            pipe.writer.write("x")
            let log = CallLog()
            let again = CFFileDescriptorCreate(
                nil, pipe.reader.number, false,
                { descriptor, _, _ in
                    log.add("again")
                    if log.count < 3 {
                        CFFileDescriptorEnableCallBacks(descriptor, kCFFileDescriptorReadCallBack)
                    } else {
                        CFFileDescriptorInvalidate(descriptor)
                    }
                }, nil)!
            loop.add(CFFileDescriptorCreateRunLoopSource(nil, again, 0), to: .defaultMode)
            CFFileDescriptorEnableCallBacks(again, read)
            #expect(loop.run(for: 3_600) == .finished)
            #expect(log.count == 3)
            #expect(!CFFileDescriptorIsValid(again))
            #expect(CFFileDescriptorGetNativeDescriptor(again) == -1)
            #expect(CFFileDescriptorCreateRunLoopSource(nil, again, 0) == nil)
        }
    }

    @Test func `it has one source, as long as that lives`() {
        let pipe = OwnDescriptor.pipe()
        let descriptor = CFFileDescriptorCreate(nil, pipe.reader.number, false, { _, _, _ in }, nil)!
        let source = CFFileDescriptorCreateRunLoopSource(nil, descriptor, 3)!
        #expect(CFFileDescriptorCreateRunLoopSource(nil, descriptor, 5) === source)
        #expect(CFRunLoopSourceGetOrder(source) == 3)
        CFFileDescriptorInvalidate(descriptor)
        #expect(!CFRunLoopSourceIsValid(source))
    }

    @Test(arguments: [true, false])
    func `it closes its descriptor when it becomes invalid, if it was told to`(closes: Bool) {
        let pipe = OwnDescriptor.pipe()
        let descriptor = CFFileDescriptorCreate(nil, pipe.reader.number, closes, { _, _, _ in }, nil)!
        CFFileDescriptorInvalidate(descriptor)
        CFFileDescriptorInvalidate(descriptor)
        #expect((fcntl(pipe.reader.number, F_GETFD) < 0) == closes)
    }

    @Test func `its info is what retain returned, and is released once`() throws {
        try onVirtualLoop { loop in
            let log = CallLog()
            let pipe = OwnDescriptor.pipe()
            pipe.writer.write("x")
            var context = CFFileDescriptorContext()
            context.info = UnsafeMutableRawPointer(bitPattern: 0x10)
            context.retain = { info in
                log.add("retain \(UInt(bitPattern: info))")
                return UnsafeRawPointer(bitPattern: 0x20)
            }
            context.release = { log.add("release \(UInt(bitPattern: $0))") }
            let descriptor = CFFileDescriptorCreate(
                nil, pipe.reader.number, false, { _, _, info in log.add("call \(UInt(bitPattern: info))") }, &context)!
            var copy = CFFileDescriptorContext()
            CFFileDescriptorGetContext(descriptor, &copy)
            #expect(copy.info == UnsafeMutableRawPointer(bitPattern: 0x20))
            #expect(log.take() == ["retain 16"])
            CFFileDescriptorEnableCallBacks(descriptor, read)
            loop.add(CFFileDescriptorCreateRunLoopSource(nil, descriptor, 0), to: .defaultMode)
            loop.poll()
            #expect(log.take().contains("call 32"))
            CFFileDescriptorInvalidate(descriptor)
            #expect(log.take().last == "release 32")
        }
    }

    @Test func `one that is let go without being invalidated releases its info and closes its descriptor`() {
        let log = CallLog()
        let pipe = OwnDescriptor.pipe()
        do {
            var context = CFFileDescriptorContext()
            context.release = { _ in log.add("release") }
            _ = CFFileDescriptorCreate(nil, pipe.reader.number, true, { _, _, _ in }, &context)
        }
        #expect(log.entries == ["release"])
        #expect(fcntl(pipe.reader.number, F_GETFD) < 0)
    }
}
