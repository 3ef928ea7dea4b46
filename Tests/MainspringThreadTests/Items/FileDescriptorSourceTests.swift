import CLinux
import Glibc
import Locks
import Testing

@testable import Mainspring

@Suite struct FileDescriptorSourceTests {
    typealias Events = FileDescriptorSource.Events

    /// A state of a descriptor, and what those who watch it are told.
    struct Readiness: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var wanted: Events
        var told: Events
        /// Returns what is watched, and behind it what stays open meanwhile.
        var make: @Sendable () -> [OwnDescriptor]

        init(_ name: String, wanted: Events, told: Events, make: @escaping @Sendable () -> [OwnDescriptor]) {
            testDescription = name
            self.wanted = wanted
            self.told = told
            self.make = make
        }
    }

    static let states = [
        Readiness("an empty pipe", wanted: .readable, told: []) {
            let pipe = OwnDescriptor.pipe()
            return [pipe.reader, pipe.writer]
        },
        Readiness("a pipe with data", wanted: .readable, told: .readable) {
            let pipe = OwnDescriptor.pipe()
            pipe.writer.write("x")
            return [pipe.reader, pipe.writer]
        },
        Readiness("a pipe with data whose writer is gone", wanted: .readable, told: [.readable, .hangUp]) {
            let pipe = OwnDescriptor.pipe()
            pipe.writer.write("x")
            return [pipe.reader]
        },
        Readiness("an empty pipe whose writer is gone", wanted: .readable, told: .hangUp) {
            [OwnDescriptor.pipe().reader]
        },
        Readiness("a pipe with room", wanted: .writable, told: .writable) {
            let pipe = OwnDescriptor.pipe()
            return [pipe.writer, pipe.reader]
        },
        Readiness("a full pipe", wanted: .writable, told: []) {
            let pipe = OwnDescriptor.pipe()
            pipe.writer.fill()
            return [pipe.writer, pipe.reader]
        },
        Readiness("a pipe whose reader is gone", wanted: .writable, told: [.writable, .error]) {
            [OwnDescriptor.pipe().writer]
        },
        Readiness("a pipe whose reader is gone, watched for errors", wanted: .error, told: .error) {
            [OwnDescriptor.pipe().writer]
        },
        Readiness("a quiet connection", wanted: [.readable, .hangUp], told: []) {
            let connection = OwnDescriptor.connection()
            return [connection.near, connection.far]
        },
        Readiness("a connection with room", wanted: [.readable, .writable], told: .writable) {
            let connection = OwnDescriptor.connection()
            return [connection.near, connection.far]
        },
        Readiness("a connection with data", wanted: [.readable, .writable], told: [.readable, .writable]) {
            let connection = OwnDescriptor.connection()
            connection.far.write("x")
            return [connection.near, connection.far]
        },
        Readiness("a connection whose other side sends no more", wanted: .hangUp, told: .hangUp) {
            let connection = OwnDescriptor.connection()
            shutdown(connection.far.number, Int32(SHUT_WR))
            return [connection.near, connection.far]
        },
        Readiness("a connection whose other side is gone", wanted: .readable, told: [.readable, .hangUp]) {
            [OwnDescriptor.connection().near]
        },
        Readiness("a regular file", wanted: .readable, told: .readable) { [OwnDescriptor.file()] },
        Readiness("a regular file, to write", wanted: [.readable, .writable], told: [.readable, .writable]) {
            [OwnDescriptor.file()]
        },
        Readiness("a regular file, watched for nothing", wanted: [], told: []) { [OwnDescriptor.file()] },
        Readiness("a connection whose other side is gone, watched for nothing", wanted: [], told: []) {
            [OwnDescriptor.connection().near]
        },
    ]

    @Test(arguments: states)
    func `a source is told what holds, once a pass, for as long as it holds`(state: Readiness) throws {
        let told = try onVirtualLoop { loop in
            let descriptors = state.make()
            defer { withExtendedLifetime(descriptors) {} }
            let told = Guarded<[Events]>([])
            let source = try FileDescriptorSource(fileDescriptor: descriptors[0].number, events: state.wanted) {
                events in
                told.withLock { $0.append(events) }
            }
            loop.add(source.source, to: .defaultMode)
            for _ in 0..<3 { loop.poll() }
            source.invalidate()
            return told.withLock { $0 }
        }
        #expect(told == (state.told.isEmpty ? [] : Array(repeating: state.told, count: 3)))
    }

    @Test func `the loop reads nothing from a descriptor`() throws {
        try onVirtualLoop { loop in
            let pipe = OwnDescriptor.pipe()
            let calls = Counter()
            let source = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in
                calls.add()
            }
            loop.add(source.source, to: .defaultMode)
            pipe.writer.write("all of it")
            for _ in 0..<5 { loop.poll() }
            #expect(calls.value == 5)
            #expect(pipe.reader.read() == "all of it")
            loop.poll()
            #expect(calls.value == 5)
            source.invalidate()
        }
    }

    @Test func `of several that are ready one is called in a pass, and each has its turn`() throws {
        try onVirtualLoop { loop in
            let log = CallLog()
            let pipes = (0..<3).map { _ in OwnDescriptor.pipe() }
            let sources = try pipes.enumerated().map { number, pipe in
                pipe.writer.write("x")
                return try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in
                    log.add("\(number)")
                }
            }
            for source in sources { loop.add(source.source, to: .defaultMode) }
            for pass in 1...6 {
                loop.poll()
                #expect(log.count == pass)
            }
            for number in 0..<3 { #expect(log.count(of: "\(number)") == 2) }
            for source in sources { source.invalidate() }
        }
    }

    @Test func `a sleeping loop is woken by a descriptor`() throws {
        let pipe = OwnDescriptor.pipe()
        let isAsleep = Gate()
        let thread = TestThread {
            let loop = LoopTable.current
            let text = CallLog()
            let source = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in
                text.add(pipe.reader.read())
            }
            loop.add(source.source, to: .defaultMode)
            isAsleep.open()
            let result = loop.run(in: .defaultMode, seconds: 60, returnAfterSourceHandled: true)
            #expect(result == .handledSource)
            #expect(text.entries == ["awake"])
            source.invalidate()
        }
        isAsleep.pass()
        pipe.writer.write("awake")
        try thread.join()
    }

    @Test func `what is watched for may be changed at any time, in the call too`() throws {
        try onVirtualLoop { loop in
            let connection = OwnDescriptor.connection()
            let log = CallLog()
            let source = try FileDescriptorSource(fileDescriptor: connection.near.number, events: .writable) {
                log.add("\($0)")
            }
            loop.add(source.source, to: .defaultMode)
            loop.poll()
            source.events = .readable
            loop.poll()
            connection.far.write("x")
            loop.poll()
            source.events = []
            loop.poll()
            source.events = [.readable, .writable]
            loop.poll()
            #expect(log.entries == ["writable", "readable", "readable, writable"])
            #expect(source.events == [.readable, .writable])
            source.invalidate()

            let once = CallLog()
            let box = Guarded<FileDescriptorSource?>(nil)
            let quiet = try FileDescriptorSource(fileDescriptor: connection.near.number, events: .readable) { _ in
                once.add("called")
                box.withLock { $0 }?.events = []
            }
            box.withLock { $0 = quiet }
            loop.add(quiet.source, to: .defaultMode)
            for _ in 0..<3 { loop.poll() }
            #expect(once.entries == ["called"])
            quiet.invalidate()
        }
    }

    @Test func `a change from another thread reaches a sleeping loop`() throws {
        let connection = OwnDescriptor.connection()
        let source = Guarded<FileDescriptorSource?>(nil)
        let ready = Gate()
        let thread = TestThread {
            let loop = LoopTable.current
            let made = try FileDescriptorSource(fileDescriptor: connection.near.number, events: .readable) {
                #expect($0 == .writable)
            }
            source.withLock { $0 = made }
            loop.add(made.source, to: .defaultMode)
            ready.open()
            #expect(loop.run(in: .defaultMode, seconds: 60, returnAfterSourceHandled: true) == .handledSource)
            made.invalidate()
        }
        ready.pass()
        source.withLock { $0 }?.events = .writable
        try thread.join()
    }

    @Test(arguments: [EPOLLET.rawValue, EPOLLONESHOT.rawValue, 1 << 28, EPOLLPRI.rawValue, UInt32.max])
    func `bits that are none of its events change nothing`(bits: UInt32) throws {
        try onVirtualLoop { loop in
            let pipe = OwnDescriptor.pipe()
            pipe.writer.write("x")
            let log = CallLog()
            let source = try FileDescriptorSource(
                fileDescriptor: pipe.reader.number, events: Events(rawValue: bits | Events.readable.rawValue)
            ) { log.add("\($0)") }
            loop.add(source.source, to: .defaultMode)
            for _ in 0..<3 { loop.poll() }
            source.events = Events(rawValue: bits | Events.readable.rawValue)
            for _ in 0..<3 { loop.poll() }
            #expect(log.entries == Array(repeating: "readable", count: 6))
            #expect(source.failure == nil)
            source.invalidate()
        }
    }

    @Test func `a source of version 1 is performed while its port is readable, and nothing is read from it`() throws {
        try onVirtualLoop { loop in
            let pipe = OwnDescriptor.pipe()
            pipe.writer.write("port")
            let calls = Counter()
            var context = CFRunLoopSourceContext1()
            context.getPort = { _ in pipe.reader.number }
            context.perform = { _ in calls.add() }
            let source = CFRunLoopSourceCreate(nil, 0, &context)!
            CFRunLoopAddSource(loop, source, .defaultMode)
            #expect(CFRunLoopRunInMode(.defaultMode, 1, true) == .handledSource)
            #expect(CFRunLoopRunInMode(.defaultMode, 1, true) == .handledSource)
            #expect(calls.value == 2)
            #expect(pipe.reader.read() == "port")
            #expect(CFRunLoopRunInMode(.defaultMode, 1, true) == .timedOut)
            CFRunLoopSourceInvalidate(source)
            #expect(CFRunLoopRunInMode(.defaultMode, 1, true) == .finished)
        }
    }

    @Test func `one descriptor serves two loops`() throws {
        let pipe = OwnDescriptor.pipe()
        pipe.writer.write("x")
        let calls = Counter()
        let source = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in calls.add()
        }
        for _ in 0..<2 {
            try onVirtualLoop { loop in
                loop.add(source.source, to: .defaultMode)
                loop.poll()
            }
        }
        #expect(calls.value == 2)
        source.invalidate()
    }
}
