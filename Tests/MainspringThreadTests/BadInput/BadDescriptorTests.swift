import CLinux
import Glibc
import Testing

@testable import Mainspring

/// Descriptors that are not open, or were closed under the loop's hands.
@Suite struct BadDescriptorTests {
    private static let other = CFRunLoopMode("other")

    /// A pipe that is readable, and a second number for its end.
    private func readablePipe() -> (reader: OwnDescriptor, writer: OwnDescriptor, duplicate: OwnDescriptor) {
        let pipe = OwnDescriptor.pipe()
        pipe.writer.write("x")
        return (pipe.reader, pipe.writer, pipe.reader.duplicate())
    }

    private func source(_ descriptor: OwnDescriptor, _ log: CallLog, _ name: String = "called") throws
        -> FileDescriptorSource
    {
        try FileDescriptorSource(fileDescriptor: descriptor.number, events: .readable) { _ in log.add(name) }
    }

    @Test(arguments: [-1, -2, Int32.min, 1_000_000_000, Int32.max])
    func `a number that is no open descriptor is refused with a sentence`(number: Int32) throws {
        let error = #expect(throws: FileDescriptorSource.InvalidDescriptor.self) {
            try FileDescriptorSource(fileDescriptor: number, events: .readable) { _ in }
        }
        #expect(
            error?.description
                == "File descriptor \(number) is not open, so no source can watch it. Give an open descriptor.")
    }

    @Test(arguments: [Int32.min, 1_000_000_000, Int32.max])
    func `a source of version 1 whose port is no open descriptor becomes invalid with a sentence`(number: Int32) throws
    {
        try onVirtualLoop { loop in
            var context = CFRunLoopSourceContext1()
            context.getPort = { _ in number }
            let source = CFRunLoopSourceCreate(nil, 0, &context)!
            loop.add(source, to: .defaultMode)
            #expect(!source.isValid)
            #expect(
                source.failure
                    == "A run loop source was to watch file descriptor \(number), which is not open; the source is invalid now. Give an open descriptor."
            )
            #expect(loop.poll() == .finished)
        }
    }

    @Test
    func `a source of version 1 without a port keeps its mode alive and watches nothing, as on Apple's platforms`()
        throws
    {
        try onVirtualLoop { loop in
            for hasFunction in [true, false] {
                var context = CFRunLoopSourceContext1()
                if hasFunction { context.getPort = { _ in -1 } }
                let source = CFRunLoopSourceCreate(nil, 0, &context)!
                loop.add(source, to: .defaultMode)
                #expect(source.isValid)
                #expect(loop.contains(source, in: .defaultMode))
                #expect(loop.run(for: 60) == .timedOut)
                source.invalidate()
                #expect(loop.poll() == .finished)
            }
        }
    }

    @Test(arguments: [-1, 1_000_000_000])
    func `a CFFileDescriptor of a number that is not open says so when its source is added`(number: Int32) throws {
        try onVirtualLoop { loop in
            let descriptor = CFFileDescriptorCreate(nil, number, false, { _, _, _ in }, nil)!
            let source = CFFileDescriptorCreateRunLoopSource(nil, descriptor, 0)!
            CFFileDescriptorEnableCallBacks(descriptor, kCFFileDescriptorReadCallBack)
            loop.add(source, to: .defaultMode)
            #expect(!source.isValid)
            #expect(source.failure?.contains("\(number)") == true)
            #expect(!CFFileDescriptorIsValid(descriptor))
            #expect(loop.poll() == .finished)
        }
    }

    @Test func `a descriptor that was closed before its source is added is found out`() throws {
        try onVirtualLoop { loop in
            let pipe = OwnDescriptor.pipe()
            let source = try source(pipe.reader, CallLog())
            pipe.reader.close()
            loop.add(source.source, to: .defaultMode)
            #expect(!source.isValid)
            #expect(source.failure?.contains("is not open") == true)
        }
    }

    @Test func `a descriptor that is closed while it is watched wakes nobody, and is reported at the next use`() throws
    {
        try onVirtualLoop { loop in
            let pipe = OwnDescriptor.pipe()
            let log = CallLog()
            let source = try source(pipe.reader, log)
            loop.add(source.source, to: .defaultMode)
            loop.poll()
            pipe.reader.close()
            let before = loop.turns
            #expect(loop.run(for: 3_600) == .timedOut)
            #expect(loop.turns - before <= 2)
            #expect(log.entries.isEmpty)

            source.events = [.readable, .writable]
            #expect(!source.isValid)
            #expect(source.failure?.contains("was closed while a run loop source watched it") == true)
            #expect(loop.poll() == .finished)
        }
    }

    @Test func `a descriptor that is closed while a duplicate lives does not spin, and is reported`() throws {
        try onVirtualLoop { loop in
            let (reader, writer, duplicate) = readablePipe()
            let log = CallLog()
            let source = try source(reader, log)
            loop.add(source.source, to: .defaultMode)
            loop.keepAlive(.defaultMode)
            loop.poll()
            #expect(log.take() == ["called"])
            reader.close()
            let before = loop.turns
            #expect(loop.run(for: 3_600) == .timedOut)
            #expect(loop.turns - before <= 3)
            #expect(log.entries.isEmpty)
            #expect(!source.isValid)
            #expect(source.failure?.contains("\(reader.number) was closed") == true)
            withExtendedLifetime((writer, duplicate)) {}
        }
    }

    @Test func `a stranger that gets the number of a closed descriptor brings no events to its source`() throws {
        try onVirtualLoop { loop in
            for keepsDuplicate in [true, false] {
                let pipe = readablePipe()
                if !keepsDuplicate { pipe.duplicate.close() }
                let stranger = OwnDescriptor.pipe()
                stranger.writer.write("x")
                let log = CallLog()
                let source = try source(pipe.reader, log)
                loop.add(source.source, to: .defaultMode)
                loop.keepAlive(.defaultMode)
                pipe.reader.close()
                pipe.reader.becomes(stranger.reader.number)
                let before = loop.turns
                #expect(loop.run(for: 3_600) == .timedOut)
                #expect(loop.turns - before <= 3)
                #expect(log.entries.isEmpty, "with a duplicate: \(keepsDuplicate)")
                // The stranger itself may be watched.
                let own = try self.source(stranger.reader, log, "stranger")
                loop.add(own.source, to: .defaultMode)
                loop.poll()
                #expect(log.entries == ["stranger"])
                own.invalidate()
                source.invalidate()
                Glibc.close(pipe.reader.number)
            }
        }
    }

    @Test func `a source for the stranger is added under the number while the first one still stands there`() throws {
        try onVirtualLoop { loop in
            for keepsDuplicate in [true, false] {
                let pipe = readablePipe()
                if !keepsDuplicate { pipe.duplicate.close() }
                let stranger = OwnDescriptor.pipe()
                let log = CallLog()
                let first = try source(pipe.reader, log, "first")
                loop.add(first.source, to: .defaultMode)
                loop.keepAlive(.defaultMode)
                pipe.reader.close()
                pipe.reader.becomes(stranger.reader.number)
                let second = try source(pipe.reader, log, "second")
                loop.add(second.source, to: .defaultMode)
                #expect(!first.isValid)
                #expect(second.isValid)
                let before = loop.turns
                loop.run(for: 3_600)
                #expect(loop.turns - before <= 3)
                #expect(log.entries.isEmpty)
                stranger.writer.write("x")
                loop.poll()
                #expect(log.entries == ["second"])
                second.invalidate()
                Glibc.close(pipe.reader.number)
            }
        }
    }

    @Test func `a source that waits for nothing is not taken in by a stranger either`() throws {
        try onVirtualLoop { loop in
            for keepsDuplicate in [true, false] {
                let pipe = readablePipe()
                if !keepsDuplicate { pipe.duplicate.close() }
                let stranger = OwnDescriptor.pipe()
                stranger.writer.write("x")
                let log = CallLog()
                let source = try source(pipe.reader, log)
                loop.add(source.source, to: .defaultMode)
                loop.keepAlive(.defaultMode)
                loop.poll()
                #expect(log.take() == ["called"])
                source.events = []
                pipe.reader.close()
                pipe.reader.becomes(stranger.reader.number)
                source.events = .readable
                #expect(!source.isValid, "with a duplicate: \(keepsDuplicate)")
                loop.poll()
                #expect(log.entries.isEmpty)
                Glibc.close(pipe.reader.number)
            }
        }
    }

    @Test func `a descriptor that is parked for another mode and closed is reported when its mode runs`() throws {
        try onVirtualLoop { loop in
            for keepsDuplicate in [true, false] {
                let pipe = readablePipe()
                if !keepsDuplicate { pipe.duplicate.close() }
                let log = CallLog()
                let source = try source(pipe.reader, log)
                loop.add(source.source, to: .defaultMode)
                loop.keepAlive(.defaultMode, Self.other)
                loop.run(for: 1, in: Self.other)
                pipe.reader.close()
                let before = loop.turns
                loop.run(for: 3_600, in: Self.other)
                loop.run(for: 3_600)
                #expect(loop.turns - before <= 5)
                #expect(log.entries.isEmpty)
                #expect(!source.isValid)
                #expect(source.failure?.contains("\(pipe.reader.number) was closed") == true)
            }
        }
    }

    @Test func `a source whose own call closes its descriptor while a duplicate lives is found out before the next`()
        throws
    {
        try onVirtualLoop { loop in
            let (reader, writer, duplicate) = readablePipe()
            let log = CallLog()
            let source = try FileDescriptorSource(fileDescriptor: reader.number, events: .readable) { _ in
                log.add("called")
                if log.count == 5 { reader.close() }
            }
            loop.add(source.source, to: .defaultMode)
            loop.keepAlive(.defaultMode)
            #expect(loop.run(for: 3_600) == .timedOut)
            #expect(log.count == 5)
            #expect(source.failure?.contains("was closed") == true)
            withExtendedLifetime((writer, duplicate)) {}
        }
    }

    @Test func `a source whose descriptor was closed first can be invalidated, and its ghost brings no events`() throws
    {
        try onVirtualLoop { loop in
            let (reader, writer, duplicate) = readablePipe()
            let log = CallLog()
            let source = try source(reader, log)
            loop.add(source.source, to: .defaultMode)
            loop.keepAlive(.defaultMode)
            reader.close()
            source.invalidate()
            let before = loop.turns
            #expect(loop.run(for: 3_600) == .timedOut)
            #expect(loop.turns - before <= 3)
            #expect(log.entries.isEmpty)
            #expect(source.failure == nil)
            withExtendedLifetime((writer, duplicate)) {}
        }
    }

    @Test func `other descriptors live on when one was closed with a duplicate`() throws {
        try onVirtualLoop { loop in
            let closed = readablePipe()
            let log = CallLog()
            let lost = try source(closed.reader, log, "lost")
            loop.add(lost.source, to: .defaultMode)
            let pipes = (0..<5).map { _ in OwnDescriptor.pipe() }
            let sources = try pipes.enumerated().map { number, pipe in try source(pipe.reader, log, "\(number)") }
            for source in sources { loop.add(source.source, to: .defaultMode) }
            closed.reader.close()
            loop.run(for: 1)
            #expect(!lost.isValid)
            for pipe in pipes { pipe.writer.write("x") }
            for _ in pipes { loop.poll() }
            #expect(log.entries.sorted() == ["0", "1", "2", "3", "4"])
            for source in sources { source.invalidate() }
        }
    }

    @Test func `all sources of a closed descriptor are told`() throws {
        try onVirtualLoop { loop in
            let (reader, writer, duplicate) = readablePipe()
            let log = CallLog()
            let sources = try (0..<3).map { try source(reader, log, "\($0)") }
            for source in sources { loop.add(source.source, to: .defaultMode) }
            reader.close()
            loop.run(for: 1)
            for source in sources { #expect(source.failure?.contains("was closed") == true) }
            #expect(log.entries.isEmpty)
            #expect(loop.poll() == .finished)
            withExtendedLifetime((writer, duplicate)) {}
        }
    }

    @Test func `a regular file that is closed is not ready any more, nor is a stranger with its number`() throws {
        try onVirtualLoop { loop in
            for hasStranger in [false, true] {
                let file = OwnDescriptor.file()
                let stranger = OwnDescriptor.file()
                let log = CallLog()
                let source = try source(file, log)
                loop.add(source.source, to: .defaultMode)
                loop.keepAlive(.defaultMode)
                loop.poll()
                #expect(log.take() == ["called"])
                file.close()
                if hasStranger { file.becomes(stranger.number) }
                let before = loop.turns
                #expect(loop.run(for: 3_600) == .timedOut)
                #expect(loop.turns - before <= 3)
                #expect(log.entries.isEmpty, "with a stranger: \(hasStranger)")
                #expect(source.failure?.contains("was closed") == true)
                if hasStranger { Glibc.close(file.number) }
            }
        }
    }

    @Test(arguments: [false, true])
    func `a stranger that has the number of a descriptor when its source ends is left open`(isRemovedFirst: Bool) throws
    {
        try onVirtualLoop { loop in
            let (pipe, stranger) = (OwnDescriptor.pipe(), OwnDescriptor.pipe())
            let source = try FileDescriptorSource(
                fileDescriptor: pipe.reader.number, events: .readable, closesOnInvalidate: true
            ) { _ in }
            loop.add(source.source, to: .defaultMode)
            pipe.reader.becomes(stranger.reader.number)
            if isRemovedFirst { loop.remove(source.source, from: .defaultMode) }
            source.invalidate()
            #expect(fcntl(pipe.reader.number, F_GETFD) >= 0)

            let other = OwnDescriptor.pipe()
            let descriptor = CFFileDescriptorCreate(nil, other.reader.number, true, { _, _, _ in }, nil)!
            CFFileDescriptorEnableCallBacks(descriptor, kCFFileDescriptorReadCallBack)
            let watching: CFRunLoopSource = CFFileDescriptorCreateRunLoopSource(nil, descriptor, 0)
            loop.add(watching, to: .defaultMode)
            other.reader.becomes(stranger.reader.number)
            if isRemovedFirst { loop.remove(watching, from: .defaultMode) }
            CFFileDescriptorInvalidate(descriptor)
            #expect(fcntl(other.reader.number, F_GETFD) >= 0)
        }
    }

    @Test func `a descriptor that was closed behind its owner's back is not closed again under a stranger`() throws {
        try onVirtualLoop { loop in
            // A source of ours that owns its descriptor.
            let (reader, writer, duplicate) = readablePipe()
            let stranger = OwnDescriptor.pipe()
            let source = try FileDescriptorSource(
                fileDescriptor: reader.number, events: .readable, closesOnInvalidate: true
            ) { _ in }
            loop.add(source.source, to: .defaultMode)
            reader.close()
            reader.becomes(stranger.reader.number)
            loop.run(for: 1)
            #expect(!source.isValid)
            #expect(fcntl(reader.number, F_GETFD) >= 0)
            Glibc.close(reader.number)

            // Apple's.
            let second = readablePipe()
            let descriptor = CFFileDescriptorCreate(nil, second.reader.number, true, { _, _, _ in }, nil)!
            CFFileDescriptorEnableCallBacks(descriptor, kCFFileDescriptorReadCallBack)
            loop.add(CFFileDescriptorCreateRunLoopSource(nil, descriptor, 0), to: .defaultMode)
            second.reader.close()
            second.reader.becomes(stranger.reader.number)
            loop.run(for: 1)
            CFFileDescriptorInvalidate(descriptor)
            #expect(fcntl(second.reader.number, F_GETFD) >= 0)
            Glibc.close(second.reader.number)
            withExtendedLifetime((writer, duplicate)) {}
        }
    }

    #if DEBUG
        @Test func `closing many descriptors before their sources costs no new poller each`() throws {
            try onVirtualLoop { loop in
                do {
                    let pipes = (0..<150).map { _ in OwnDescriptor.pipe() }
                    let sources = try pipes.map { try source($0.reader, CallLog()) }
                    for source in sources { loop.add(source.source, to: .defaultMode) }
                    for pipe in pipes { pipe.reader.close() }
                    for source in sources { source.invalidate() }
                    #expect(loop.pollerRebuilds == 0)
                }

                // With living duplicates one is needed, once they fire.
                let open = (0..<100).map { _ in readablePipe() }
                let others = try open.map { try source($0.reader, CallLog()) }
                loop.keepAlive(.defaultMode)
                for source in others { loop.add(source.source, to: .defaultMode) }
                for pipe in open { pipe.reader.close() }
                for source in others { source.invalidate() }
                loop.run(for: 60)
                #expect(loop.pollerRebuilds == 1)
            }
        }
    #endif
}
