import Locks
import Testing

@testable import Mainspring

/// Wherever the loop lets go of a user's object, its destructor may use the loop: no lock is held there.
@Suite struct ReentranceTests {
    private static let other = CFRunLoopMode("other")

    /// Holds an object until a closure captures it, which then alone does.
    final class Captive: @unchecked Sendable {
        // `@unchecked Sendable`: the loop's thread alone uses it.
        private var object: OnEnd?

        init(_ object: OnEnd) { self.object = object }

        func take() -> OnEnd {
            defer { object = nil }
            return object!
        }
    }

    /// A place where the loop lets go of what a closure captured.
    struct Place: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Gives the loop something that holds the object, and makes it let go; what it does not by itself it does at the end of
        /// the thread.
        let letGo: @Sendable (CFRunLoop, Captive) throws -> Void

        init(_ name: String, _ letGo: @escaping @Sendable (CFRunLoop, Captive) throws -> Void) {
            testDescription = name
            self.letGo = letGo
        }
    }

    private static func timer(
        _ object: Captive, at seconds: CFTimeInterval = 0, every interval: CFTimeInterval = 0
    ) -> CFRunLoopTimer {
        CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + seconds, interval, 0, 0) {
            [object = object.take()] _ in
            withExtendedLifetime(object) {}
        }
    }

    private static func observer(
        _ object: Captive, _ activity: CFRunLoopActivity = .beforeTimers, repeats: Bool = true
    ) -> CFRunLoopObserver {
        CFRunLoopObserverCreateWithHandler(nil, activity.rawValue, repeats, 0) { [object = object.take()] _, _ in
            withExtendedLifetime(object) {}
        }
    }

    private static func source(_ object: Captive) -> CFRunLoopSource {
        .manual { [object = object.take()] in withExtendedLifetime(object) {} }
    }

    private static func descriptorSource(_ descriptor: OwnDescriptor, _ object: Captive) throws -> FileDescriptorSource
    {
        try FileDescriptorSource(fileDescriptor: descriptor.number, events: .readable) { [object = object.take()] _ in
            withExtendedLifetime(object) {}
        }
    }

    static let places: [Place] = [
        Place("a block after its call") { loop, object in
            loop.post({ [object = object.take()] in withExtendedLifetime(object) {} }, mode: .defaultMode)
            loop.poll()
        },
        Place("a block for several modes after its call") { loop, object in
            loop.post({ [object = object.take()] in withExtendedLifetime(object) {} }, modes: [.defaultMode, other])
            loop.poll()
        },
        Place("a block of another mode, put back and left at the end of the thread") { loop, object in
            loop.post({ [object = object.take()] in withExtendedLifetime(object) {} }, mode: other)
            loop.post({}, mode: .defaultMode)
            loop.poll()
        },
        Place("a block that nobody calls before the thread ends") { loop, object in
            loop.post({ [object = object.take()] in withExtendedLifetime(object) {} }, mode: .commonModes)
        },
        Place("a timer that fires once") { loop, object in
            loop.add(timer(object), to: .defaultMode)
            loop.poll()
        },
        Place("a timer that fires once, behind one that is invalidated in its call") { loop, object in
            let other = timer(Captive(OnEnd {}), at: 0)
            let last = timer(object)
            let ending: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent(), 0, 0, 0) {
                _ in
                other.invalidate()
            }
            for timer in [ending, other, last] { loop.add(timer, to: .defaultMode) }
            loop.poll()
        },
        Place("a repeating timer that sets its time and ends in its call") { loop, object in
            loop.add(
                CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent(), 1, 0, 0) {
                    [object = object.take()] timer in
                    withExtendedLifetime(object) {}
                    CFRunLoopTimerSetNextFireDate(timer, CFAbsoluteTimeGetCurrent() + 1)
                    CFRunLoopTimerInvalidate(timer)
                }, to: .defaultMode)
            loop.poll()
        },
        Place("a timer that is invalidated") { loop, object in
            let timer = timer(object, at: 60)
            loop.add(timer, to: .defaultMode)
            timer.invalidate()
            withExtendedLifetime(timer) {}
        },
        Place("a timer that is removed and had no other owner") { loop, object in
            var made: CFRunLoopTimer? = timer(object, at: 60)
            loop.add(made!, to: .commonModes)
            loop.remove(made!, from: .commonModes)
            made = nil
        },
        Place("a timer that invalidates itself in its call") { loop, object in
            loop.add(
                CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent(), 1, 0, 0) {
                    [object = object.take()] timer in
                    withExtendedLifetime(object) {}
                    CFRunLoopTimerInvalidate(timer)
                }, to: .defaultMode)
            loop.poll()
        },
        Place("a timer in several modes at the end of the thread") { loop, object in
            let timer = timer(object, at: 60, every: 60)
            loop.add(timer, to: .defaultMode)
            loop.add(timer, to: other)
            loop.add(timer, to: .commonModes)
        },
        Place("an observer that is called once") { loop, object in
            loop.keepAlive(.defaultMode)
            loop.add(observer(object, repeats: false), to: .defaultMode)
            loop.poll()
        },
        Place("an observer that is invalidated") { loop, object in
            let observer = observer(object)
            loop.add(observer, to: .commonModes)
            observer.invalidate()
            withExtendedLifetime(observer) {}
        },
        Place("an observer that is removed and had no other owner") { loop, object in
            var made: CFRunLoopObserver? = observer(object)
            loop.add(made!, to: .commonModes)
            loop.remove(made!, from: .commonModes)
            made = nil
        },
        Place("an observer that is removed by an earlier one") { loop, object in
            loop.keepAlive(.defaultMode)
            let box = Guarded<CFRunLoopObserver?>(observer(object))
            loop.add(
                CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.beforeTimers.rawValue, true, -1) { _, _ in
                    let last = box.withLock { box in
                        defer { box = nil }
                        return box
                    }
                    if let last { loop.remove(last, from: .defaultMode) }
                }, to: .defaultMode)
            loop.add(box.withLock { $0 }!, to: .defaultMode)
            loop.poll()
        },
        Place("an observer at the end of the thread") { loop, object in
            loop.add(observer(object), to: .defaultMode)
        },
        Place("an observer among the common items at the end of the thread") { loop, object in
            loop.add(observer(object), to: .commonModes)
        },
        Place("an observer among the common items that left its modes one by one, at the end of the thread") {
            loop, object in
            let observer = observer(object)
            loop.add(observer, to: .commonModes)
            loop.remove(observer, from: .defaultMode)
        },
        Place("a timer among the common items that left its modes one by one, at the end of the thread") {
            loop, object in
            let timer = timer(object, at: 60)
            loop.add(timer, to: .commonModes)
            loop.remove(timer, from: .defaultMode)
        },
        Place("a source among the common items that left its modes one by one, at the end of the thread") {
            loop, object in
            let source = source(object)
            loop.add(source, to: .commonModes)
            loop.remove(source, from: .defaultMode)
        },
        Place("a source that is removed and had no other owner") { loop, object in
            var made: CFRunLoopSource? = source(object)
            loop.add(made!, to: .commonModes)
            loop.remove(made!, from: .commonModes)
            made = nil
        },
        Place("a signalled source that is removed and had no other owner") { loop, object in
            var made: CFRunLoopSource? = source(object)
            loop.add(made!, to: .defaultMode)
            made!.signal()
            loop.remove(made!, from: .defaultMode)
            made = nil
            loop.keepAlive(.defaultMode)
            loop.poll()
        },
        Place("a source that is invalidated in its call") { loop, object in
            let box = Guarded<CFRunLoopSource?>(nil)
            let made = CFRunLoopSource.manual { [object = object.take()] in
                withExtendedLifetime(object) {}
                box.withLock { $0 }?.invalidate()
                box.withLock { $0 = nil }
            }
            box.withLock { $0 = made }
            loop.add(made, to: .defaultMode)
            made.signal()
            loop.poll()
        },
        Place("a source at the end of the thread") { loop, object in
            let source = source(object)
            loop.add(source, to: .defaultMode)
            loop.add(source, to: other)
            source.signal()
        },
        Place("a source of version 1 that is invalidated") { loop, object in
            var context = CFRunLoopSourceContext1()
            context.perform = { [object = object.take()] _ in withExtendedLifetime(object) {} }
            let source: CFRunLoopSource = CFRunLoopSourceCreate(nil, 0, &context)
            loop.add(source, to: .defaultMode)
            source.invalidate()
        },
        Place("a source of ours that is invalidated") { loop, object in
            let pipe = OwnDescriptor.pipe()
            let source = try descriptorSource(pipe.reader, object)
            loop.add(source.source, to: .defaultMode)
            source.invalidate()
            withExtendedLifetime(source) {}
        },
        Place("a source of ours that is removed and had no other owner") { loop, object in
            let pipe = OwnDescriptor.pipe()
            var source: FileDescriptorSource? = try descriptorSource(pipe.reader, object)
            loop.add(source!.source, to: .defaultMode)
            loop.remove(source!.source, from: .defaultMode)
            source = nil
        },
        Place("a source of ours whose descriptor is closed") { loop, object in
            let pipe = OwnDescriptor.pipe()
            let source = try descriptorSource(pipe.reader, object)
            loop.add(source.source, to: .defaultMode)
            pipe.reader.close()
            source.events = []
        },
        Place("a source of ours whose descriptor is closed while a duplicate lives") { loop, object in
            let pipe = OwnDescriptor.pipe()
            pipe.writer.write("x")
            let duplicate = pipe.reader.duplicate()
            loop.add(try descriptorSource(pipe.reader, object).source, to: .defaultMode)
            loop.keepAlive(.defaultMode)
            pipe.reader.close()
            loop.poll()
            withExtendedLifetime(duplicate) {}
        },
        Place("a source of ours that invalidates itself in its call") { loop, object in
            let pipe = OwnDescriptor.pipe()
            pipe.writer.write("x")
            let box = Guarded<FileDescriptorSource?>(nil)
            let source = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) {
                [object = object.take()] _ in
                withExtendedLifetime(object) {}
                box.withLock { $0 }?.invalidate()
                box.withLock { $0 = nil }
            }
            box.withLock { $0 = source }
            loop.add(source.source, to: .defaultMode)
            loop.poll()
        },
        Place("a source of ours at the end of the thread") { loop, object in
            let pipe = OwnDescriptor.pipe()
            loop.add(try descriptorSource(pipe.reader, object).source, to: .commonModes)
        },
        Place("a signal's source that is invalidated") { loop, object in
            let source = try SignalSource(signal: 50) { [object = object.take()] _ in withExtendedLifetime(object) {} }
            loop.add(source.source, to: .defaultMode)
            source.invalidate()
        },
        Place("a CFFileDescriptor that is invalidated") { loop, object in
            let pipe = OwnDescriptor.pipe()
            let descriptor = CFFileDescriptorCreate(
                nil, pipe.reader.number, false, { [object = object.take()] _, _, _ in withExtendedLifetime(object) {} },
                nil)!
            loop.add(CFFileDescriptorCreateRunLoopSource(nil, descriptor, 0), to: .defaultMode)
            CFFileDescriptorInvalidate(descriptor)
        },
        Place("a CFFileDescriptor's source that is removed and had no other owner") { loop, object in
            let pipe = OwnDescriptor.pipe()
            let descriptor = CFFileDescriptorCreate(
                nil, pipe.reader.number, false, { [object = object.take()] _, _, _ in withExtendedLifetime(object) {} },
                nil)!
            var source: CFRunLoopSource? = CFFileDescriptorCreateRunLoopSource(nil, descriptor, 0)
            loop.add(source!, to: .defaultMode)
            loop.remove(source!, from: .defaultMode)
            source = nil
        },
        Place("a guard before sleep that is removed") { _, object in
            let id = SleepGuards.add { [object = object.take()] _, _, _ in
                withExtendedLifetime(object) {}
                return nil
            }
            SleepGuards.remove(id)
        },
    ]

    /// Uses the loop in every way that takes its lock, or another of ours.
    private static func use(_ loop: CFRunLoop) {
        loop.post({}, mode: .defaultMode)
        loop.post({}, modes: [.defaultMode, other])
        let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 60, 0, 0, 0) {
            _ in
        }
        loop.add(timer, to: .commonModes)
        timer.nextFireDate += 1
        timer.invalidate()
        let source = CFRunLoopSource.manual {}
        loop.add(source, to: other)
        source.signal()
        loop.remove(source, from: other)
        let observer: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(nil, 1, true, 0) { _, _ in }
        loop.add(observer, to: .commonModes)
        loop.remove(observer, from: .defaultMode)
        observer.invalidate()
        loop.addCommonMode(CFRunLoopMode("another"))
        let pipe = OwnDescriptor.pipe()
        if let watching = try? FileDescriptorSource(
            fileDescriptor: pipe.reader.number, events: .readable, handler: { _ in })
        {
            loop.add(watching.source, to: .defaultMode)
            watching.events = .writable
            watching.invalidate()
        }
        _ = loop.allModeNames
        _ = loop.nextTimerFireDate(in: .defaultMode)
        _ = CFRunLoopGetCurrent()
        loop.wake.wakeUp()
    }

    @Test(arguments: places)
    func `the destructor of what the loop lets go may use the loop`(place: Place) throws {
        let log = CallLog()
        try onVirtualLoop { loop in
            try place.letGo(
                loop,
                Captive(
                    OnEnd { [unowned loop] in
                        Self.use(loop)
                        log.add("let go")
                    }))
        }
        #expect(log.entries == ["let go"])
    }

    @Test func `the destructor of a block that came too late may use the loop`() throws {
        let log = CallLog()
        let loop = try onVirtualLoop { $0 }
        for _ in 0..<2 {
            let object = OnEnd {
                Self.use(loop)
                log.add("let go")
            }
            loop.post({ withExtendedLifetime(object) {} }, mode: .defaultMode)
        }
        #expect(log.count == 2)
    }

    @Test func `what an info's functions do may use the loop`() throws {
        let log = CallLog()
        try onVirtualLoop { loop in
            func retain(_ info: UnsafeRawPointer?) -> UnsafeRawPointer? {
                Self.use(loop)
                log.add("retain")
                return info
            }
            func release(_ info: UnsafeRawPointer?) {
                Self.use(loop)
                log.add("release")
            }
            var timerContext = CFRunLoopTimerContext()
            (timerContext.retain, timerContext.release) = (retain, release)
            let timer: CFRunLoopTimer = CFRunLoopTimerCreate(nil, 0, 0, 0, 0, { _, _ in }, &timerContext)
            loop.add(timer, to: .defaultMode)
            var observerContext = CFRunLoopObserverContext()
            (observerContext.retain, observerContext.release) = (retain, release)
            let observer: CFRunLoopObserver = CFRunLoopObserverCreate(
                nil, 2, false, 0, { _, _, _ in }, &observerContext)
            loop.add(observer, to: .commonModes)
            var sourceContext = CFRunLoopSourceContext()
            (sourceContext.retain, sourceContext.release) = (retain, release)
            sourceContext.schedule = { _, _, _ in Self.use(loop) }
            sourceContext.cancel = { _, _, _ in Self.use(loop) }
            sourceContext.perform = { _ in Self.use(loop) }
            let source: CFRunLoopSource = CFRunLoopSourceCreate(nil, 0, &sourceContext)
            loop.add(source, to: .commonModes)
            source.signal()
            loop.poll()
            #expect(log.count(of: "retain") >= 3)
        }
        #expect(log.count(of: "retain") == log.count(of: "release"))
    }
}
