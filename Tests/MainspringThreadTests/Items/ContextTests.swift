import Testing

@testable import Mainspring

/// How the info of a context is kept, in the numbers that CoreFoundation's own loop shows.
@Suite struct ContextTests {
    private static var given: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: 0x10)! }

    private func log(_ log: CallLog, _ event: String, _ info: UnsafeRawPointer?) {
        log.add("\(event) \(UInt(bitPattern: info))")
    }

    /// What retain returns takes the place of what was given.
    private func functions(_ log: CallLog) -> (retain: CFRunLoopRetainCallBack, release: CFRunLoopReleaseCallBack) {
        (
            { info in
                self.log(log, "retain", info)
                return info.map { $0 + 1 }
            }, { self.log(log, "release", $0) }
        )
    }

    @Test func `a timer's info is retained once when it is made and once for each call, and released as often`() throws
    {
        try onVirtualLoop { loop in
            let calls = CallLog()
            var context = CFRunLoopTimerContext()
            context.info = Self.given
            (context.retain, context.release) = functions(calls)
            let timer: CFRunLoopTimer = CFRunLoopTimerCreate(
                nil, 0, 10, 0, 0,
                { timer, info in
                    log(calls, "call", info)
                    if calls.count(of: "call 18") == 2 { CFRunLoopTimerInvalidate(timer) }
                    calls.add("end of call")
                }, &context)
            #expect(calls.take() == ["retain 16"])
            loop.add(timer, to: .defaultMode)
            loop.run(for: 60)
            #expect(
                calls.take() == [
                    "retain 17", "call 18", "end of call", "release 18",
                    "retain 17", "call 18", "release 17", "end of call", "release 18",
                ])
            var copy = CFRunLoopTimerContext()
            CFRunLoopTimerGetContext(timer, &copy)
            #expect(copy.info == Self.given + 1)
        }
    }

    @Test func `a timer that fires once releases its info after the call`() throws {
        try onVirtualLoop { loop in
            let calls = CallLog()
            var context = CFRunLoopTimerContext()
            context.release = { log(calls, "release", $0) }
            let timer: CFRunLoopTimer = CFRunLoopTimerCreate(nil, 0, 0, 0, 0, { _, _ in calls.add("call") }, &context)
            loop.add(timer, to: .defaultMode)
            loop.poll()
            #expect(calls.entries.first == "call")
            #expect(calls.entries.last == "release 0")
        }
    }

    @Test func `an observer's info is retained once, and released when it becomes invalid`() throws {
        try onVirtualLoop { loop in
            let calls = CallLog()
            var context = CFRunLoopObserverContext()
            context.info = Self.given
            (context.retain, context.release) = functions(calls)
            let observer: CFRunLoopObserver = CFRunLoopObserverCreate(
                nil, CFRunLoopActivity.beforeTimers.rawValue, true, 0, { _, _, info in log(calls, "call", info) },
                &context)
            loop.keepAlive(.defaultMode)
            loop.add(observer, to: .defaultMode)
            loop.poll()
            loop.poll()
            CFRunLoopObserverInvalidate(observer)
            CFRunLoopObserverInvalidate(observer)
            #expect(calls.entries == ["retain 16", "call 17", "call 17", "release 17"])
        }
    }

    @Test func `a source's info is retained once, and released when the source goes, not when it becomes invalid`()
        throws
    {
        try onVirtualLoop { loop in
            for version in [0, 1] {
                let calls = CallLog()
                let pipe = OwnDescriptor.pipe()
                pipe.writer.write("x")
                var source: CFRunLoopSource?
                let functions = functions(calls)
                let perform: (UnsafeMutableRawPointer?) -> Void = { info in
                    log(calls, "call", info)
                    loop.run(for: 0, in: CFRunLoopMode("other"))
                }
                if version == 0 {
                    var context = CFRunLoopSourceContext()
                    context.info = Self.given
                    (context.retain, context.release) = functions
                    context.perform = perform
                    source = CFRunLoopSourceCreate(nil, 0, &context)
                } else {
                    var context = CFRunLoopSourceContext1()
                    context.info = Self.given
                    (context.retain, context.release) = functions
                    context.getPort = { info in
                        log(calls, "port", info)
                        return pipe.reader.number
                    }
                    context.perform = perform
                    source = CFRunLoopSourceCreate(nil, 0, &context)
                }
                loop.add(source!, to: .defaultMode)
                source!.signal()
                loop.poll()
                source!.invalidate()
                let withoutPort = calls.take().filter { !$0.hasPrefix("port") }
                #expect(withoutPort == ["retain 16", "call 17"])
                source = nil
                #expect(calls.take() == ["release 17"])
            }
        }
    }

    @Test func `items that are let go without being invalidated release their infos`() {
        let calls = CallLog()
        do {
            var timer = CFRunLoopTimerContext()
            timer.release = { _ in calls.add("timer") }
            _ = CFRunLoopTimerCreate(nil, 0, 0, 0, 0, nil, &timer)
            var observer = CFRunLoopObserverContext()
            observer.release = { _ in calls.add("observer") }
            _ = CFRunLoopObserverCreate(nil, 0, false, 0, nil, &observer)
            var source = CFRunLoopSourceContext()
            source.release = { _ in calls.add("source") }
            _ = CFRunLoopSourceCreate(nil, 0, &source)
        }
        #expect(calls.entries == ["timer", "observer", "source"])
    }
}
