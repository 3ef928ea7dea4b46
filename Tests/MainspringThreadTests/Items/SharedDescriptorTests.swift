import Locks
import Testing

@testable import Mainspring

/// Several sources on one descriptor, in one mode and in several.
@Suite struct SharedDescriptorTests {
    private static let other = CFRunLoopMode("other")

    private func source(
        _ descriptor: OwnDescriptor, _ events: FileDescriptorSource.Events, _ log: CallLog, _ name: String
    ) throws -> FileDescriptorSource {
        try FileDescriptorSource(fileDescriptor: descriptor.number, events: events) { _ in log.add(name) }
    }

    @Test func `sources that want the same event of one descriptor take turns`() throws {
        try onVirtualLoop { loop in
            let pipe = OwnDescriptor.pipe()
            pipe.writer.write("x")
            let log = CallLog()
            let sources = try ["a", "b", "c"].map { try source(pipe.reader, .readable, log, $0) }
            for source in sources { loop.add(source.source, to: .defaultMode) }
            for _ in 0..<6 { loop.poll() }
            #expect(log.take() == ["a", "b", "c", "a", "b", "c"])
            sources[1].invalidate()
            for _ in 0..<4 { loop.poll() }
            #expect(log.count(of: "b") == 0)
            #expect(log.count(of: "a") == 2)
            #expect(log.count(of: "c") == 2)
            for source in sources { source.invalidate() }
            #expect(loop.poll() == .finished)
        }
    }

    @Test func `each source of one descriptor is called for what it wants`() throws {
        try onVirtualLoop { loop in
            let connection = OwnDescriptor.connection()
            let log = CallLog()
            let reading = try source(connection.near, .readable, log, "reads")
            let writing = try source(connection.near, .writable, log, "writes")
            loop.add(reading.source, to: .defaultMode)
            loop.add(writing.source, to: .defaultMode)
            for _ in 0..<2 { loop.poll() }
            #expect(log.take() == ["writes", "writes"])
            connection.far.write("x")
            writing.events = []
            for _ in 0..<2 { loop.poll() }
            #expect(log.take() == ["reads", "reads"])
            reading.invalidate()
            writing.invalidate()
        }
    }

    @Test func `a descriptor that is ready in the wrong mode does not spin`() throws {
        try onVirtualLoop { loop in
            let pipe = OwnDescriptor.pipe()
            pipe.writer.write("x")
            let log = CallLog()
            let source = try source(pipe.reader, .readable, log, "called")
            loop.add(source.source, to: .defaultMode)
            loop.keepAlive(Self.other)
            let before = loop.turns
            #expect(loop.run(for: 3_600, in: Self.other) == .timedOut)
            #expect(log.entries.isEmpty)
            // One pass, and one look at what the kernel had.
            #expect(loop.turns - before <= 3)

            loop.poll()
            #expect(log.take() == ["called"])
            loop.run(for: 3_600, in: Self.other)
            #expect(log.take() == [])
            source.invalidate()
        }
    }

    @Test func `a source of the running mode is called although another mode's is ready for something else`() throws {
        try onVirtualLoop { loop in
            let connection = OwnDescriptor.connection()
            connection.far.write("x")
            let log = CallLog()
            let reading = try source(connection.near, .readable, log, "reads")
            let writing = try source(connection.near, .writable, log, "writes")
            loop.add(reading.source, to: .defaultMode)
            loop.add(writing.source, to: Self.other)
            for _ in 0..<3 { loop.poll(Self.other) }
            #expect(log.take() == ["writes", "writes", "writes"])
            for _ in 0..<3 { loop.poll() }
            #expect(log.take() == ["reads", "reads", "reads"])

            // Ready for the wrong mode only.
            connection.near.fill()
            let before = loop.turns
            loop.run(for: 3_600, in: Self.other)
            #expect(log.take() == [])
            #expect(loop.turns - before <= 3)

            // What is parked wakes for its own event all the same.
            _ = connection.far.read()
            while !connection.far.read().isEmpty {}
            loop.poll(Self.other)
            #expect(log.take() == ["writes"])
            reading.invalidate()
            writing.invalidate()
        }
    }

    @Test func `nested runs park and put back what is ready in their outer run's mode`() throws {
        try onVirtualLoop { loop in
            let pipe = OwnDescriptor.pipe()
            pipe.writer.write("x")
            let log = CallLog()
            let turns = Guarded<UInt64>(0)
            loop.keepAlive(Self.other)
            let source = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in
                log.add("outer")
                if log.count(of: "outer") > 3 { return }
                let before = loop.turns
                loop.run(for: 3_600, in: Self.other)
                turns.withLock { $0 = loop.turns - before }
                log.add("inner is over")
            }
            loop.add(source.source, to: .defaultMode)
            for _ in 0..<2 { loop.poll() }
            #expect(log.take() == ["outer", "inner is over", "outer", "inner is over"])
            #expect(turns.withLock { $0 } <= 3)
            // In one run, too.
            loop.add(.manual {}, to: .defaultMode)
            let stop = CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.beforeTimers.rawValue, true, 0) {
                _, _ in
                if log.count(of: "outer") == 2 { loop.wake.stop() }
            }!
            loop.add(stop, to: .defaultMode)
            #expect(loop.run(for: 1_000_000) == .stopped)
            #expect(log.take().prefix(4) == ["outer", "inner is over", "outer", "inner is over"])
            source.invalidate()
        }
    }

    @Test func `a nested run in the same mode serves a descriptor that is ready`() throws {
        try onVirtualLoop { loop in
            let pipes = [OwnDescriptor.pipe(), OwnDescriptor.pipe()]
            for pipe in pipes { pipe.writer.write("x") }
            let log = CallLog()
            let sources = try pipes.enumerated().map { number, pipe in
                try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in
                    log.add("\(number)")
                    if log.count == 1 { loop.poll() }
                }
            }
            for source in sources { loop.add(source.source, to: .defaultMode) }
            loop.poll()
            #expect(Set(log.entries) == ["0", "1"])
            for source in sources { source.invalidate() }
        }
    }

    @Test func `a source leaves one mode and stays in another`() throws {
        try onVirtualLoop { loop in
            let pipe = OwnDescriptor.pipe()
            pipe.writer.write("x")
            let log = CallLog()
            let source = try source(pipe.reader, .readable, log, "called")
            loop.add(source.source, to: .defaultMode)
            loop.add(source.source, to: Self.other)
            loop.keepAlive(.defaultMode)
            loop.remove(source.source, from: .defaultMode)
            let before = loop.turns
            loop.run(for: 3_600)
            #expect(log.entries.isEmpty)
            #expect(loop.turns - before <= 3)
            loop.poll(Self.other)
            #expect(log.entries == ["called"])
            loop.remove(source.source, from: Self.other)
            #expect(loop.poll(Self.other) == .finished)
            source.invalidate()
        }
    }

    @Test func `a source that is added while a run waits in the wrong mode is there in its own`() throws {
        try onVirtualLoop { loop in
            let pipe = OwnDescriptor.pipe()
            pipe.writer.write("x")
            let log = CallLog()
            let first = try source(pipe.reader, .readable, log, "first")
            let second = try source(pipe.reader, .readable, log, "second")
            loop.add(first.source, to: .defaultMode)
            loop.keepAlive(Self.other)
            loop.run(for: 1, in: Self.other)
            // The descriptor is parked now.
            loop.add(second.source, to: Self.other)
            loop.poll(Self.other)
            #expect(log.take() == ["second"])
            loop.remove(second.source, from: Self.other)
            loop.poll()
            #expect(log.take() == ["first"])
            first.invalidate()
            second.invalidate()
        }
    }

    @Test func `a regular file and a pipe that are always ready take turns`() throws {
        try onVirtualLoop { loop in
            let pipe = OwnDescriptor.pipe()
            let file = OwnDescriptor.file()
            pipe.writer.write("x")
            let log = CallLog()
            let piped = try source(pipe.reader, .readable, log, "pipe")
            let filed = try source(file, .readable, log, "file")
            let filedToo = try source(file, .readable, log, "file too")
            for source in [piped, filed, filedToo] { loop.add(source.source, to: .defaultMode) }
            for _ in 0..<12 { loop.poll() }
            for name in ["pipe", "file", "file too"] { #expect(log.count(of: name) >= 3, "\(name)") }
            #expect(file.read() == "text")
            for source in [piped, filed, filedToo] { source.invalidate() }
        }
    }

    @Test func `a regular file is ready in its own mode only`() throws {
        try onVirtualLoop { loop in
            let file = OwnDescriptor.file()
            let log = CallLog()
            let source = try source(file, .readable, log, "file")
            loop.add(source.source, to: .defaultMode)
            loop.keepAlive(Self.other)
            let before = loop.turns
            loop.run(for: 3_600, in: Self.other)
            #expect(loop.turns - before <= 3)
            #expect(log.entries.isEmpty)
            source.invalidate()
        }
    }
}
