import Testing

@testable import Mainspring

/// Items, closures and loops go when nobody needs them any more.
@Suite struct LifetimeTests {
    @Test func `what becomes invalid lets go of its closure although somebody holds the item`() throws {
        try onVirtualLoop { loop in
            let log = CallLog()
            func object(_ name: String) -> OnEnd { OnEnd { log.add(name) } }
            let pipe = OwnDescriptor.pipe()

            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 1_000, 0, 0, 0) {
                [kept = object("timer")] _ in
                withExtendedLifetime(kept) {}
            }
            let observer: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(nil, 1, true, 0) {
                [kept = object("observer")] _, _ in withExtendedLifetime(kept) {}
            }
            let descriptor = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) {
                [kept = object("descriptor")] _ in withExtendedLifetime(kept) {}
            }
            let signal = try SignalSource(signal: 51) { [kept = object("signal")] _ in withExtendedLifetime(kept) {} }
            loop.add(timer, to: .commonModes)
            loop.add(observer, to: .commonModes)
            loop.add(descriptor.source, to: .commonModes)
            loop.add(signal.source, to: .commonModes)
            #expect(log.entries.isEmpty)
            timer.invalidate()
            observer.invalidate()
            descriptor.invalidate()
            signal.invalidate()
            #expect(log.entries == ["timer", "observer", "descriptor", "signal"])
            withExtendedLifetime((timer, observer, descriptor, signal)) {}
        }
    }

    @Test func `a loop holds its items as long as they are in it, and no longer`() throws {
        try onVirtualLoop { loop in
            let pipe = OwnDescriptor.pipe()
            for mode in [CFRunLoopMode.defaultMode, .commonModes, CFRunLoopMode("other")] {
                weak var timer: CFRunLoopTimer?
                weak var observer: CFRunLoopObserver?
                weak var source: CFRunLoopSource?
                weak var descriptor: CFRunLoopSource?
                do {
                    let newTimer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 1_000, 0, 0, 0) { _ in }
                    let newObserver: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(nil, 0xFFF, true, 0) {
                        _, _ in
                    }
                    let newSource = CFRunLoopSource.manual {}
                    let newDescriptor = try FileDescriptorSource(
                        fileDescriptor: pipe.reader.number, events: .readable
                    ) { _ in }.source
                    loop.add(newTimer, to: mode)
                    loop.add(newObserver, to: mode)
                    loop.add(newSource, to: mode)
                    loop.add(newDescriptor, to: mode)
                    newSource.signal()
                    (timer, observer, source, descriptor) = (newTimer, newObserver, newSource, newDescriptor)
                }
                loop.poll(mode == .commonModes ? .defaultMode : mode)
                #expect(timer != nil && observer != nil && source != nil && descriptor != nil)
                if let timer { loop.remove(timer, from: mode) }
                if let observer { loop.remove(observer, from: mode) }
                source?.signal()
                if let source { loop.remove(source, from: mode) }
                if let descriptor { loop.remove(descriptor, from: mode) }
                #expect(timer == nil, "\(mode.rawValue)")
                #expect(observer == nil, "\(mode.rawValue)")
                #expect(source == nil, "\(mode.rawValue)")
                #expect(descriptor == nil, "\(mode.rawValue)")
            }
        }
    }

    @Test func `a source that is signalled, removed and added again and again leaves nothing behind`() throws {
        try onVirtualLoop { loop in
            let source = CFRunLoopSource.manual {}
            let other = CFRunLoopSource.manual {}
            loop.add(other, to: .defaultMode)
            other.signal()
            for _ in 0..<1_000 {
                loop.add(source, to: .defaultMode)
                source.signal()
                loop.remove(source, from: .defaultMode)
            }
            #expect(loop.defaultMode.signalled.count <= 16)
            #expect(other.hasSignal)
            loop.poll()
            #expect(!other.hasSignal)
            #expect(source.hasSignal)
        }
    }

    @Test func `a timer that fired, a block that was called and a removed source are not held by the loop`() throws {
        try onVirtualLoop { loop in
            weak var timer: CFRunLoopTimer?
            let log = CallLog()
            do {
                let made: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in }
                loop.add(made, to: .commonModes)
                timer = made
                let object = OnEnd { log.add("block") }
                loop.post({ withExtendedLifetime(object) {} }, mode: .defaultMode)
            }
            loop.poll()
            #expect(timer == nil)
            #expect(log.entries == ["block"])
        }
    }
}
