import Mainspring
import Testing

@Suite("Common modes")
struct CommonModeConformanceTests {
    @Test func `a source added to the common modes is scheduled once in each`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive(.other)
            CFRunLoopAddCommonMode(stage.loop, .other)
            let source = stage.source("A", tells: true)
            CFRunLoopAddSource(stage.loop, source, .commonModes)
            stage.note("in", CFRunLoopContainsSource(stage.loop, source, .other))
            stage.note("common", CFRunLoopContainsSource(stage.loop, source, .commonModes))
        }
        #expect(log.split(separator: " ").sorted() == ["common:yes", "in:yes", "schedule(default)", "schedule(other)"])
    }

    @Test func `a mode that becomes common gets the items that are common already`() throws {
        let log = try Stage.log { stage in
            CFRunLoopAddSource(stage.loop, stage.source("A", tells: true), .commonModes)
            stage.observe("o", .entry, in: .commonModes)
            stage.timer("t", in: -1, mode: .commonModes)
            stage.note("|")
            CFRunLoopAddCommonMode(stage.loop, .other)
            stage.run(in: .other)
        }
        #expect(log == "schedule(default) | schedule(other) o1 t =3")
    }

    @Test func `a mode that becomes common without common items does not come into being`() throws {
        let log = try Stage.log { stage in
            CFRunLoopAddCommonMode(stage.loop, .other)
            stage.note("\(CFRunLoopCopyAllModes(stage.loop)?.count ?? 0)")
        }
        #expect(log == "1")
    }

    @Test func `a common item can leave one mode, and comes back when it is added to the common modes again`() throws {
        let log = try Stage.log { stage in
            let source = stage.source("A", tells: true)
            CFRunLoopAddSource(stage.loop, source, .commonModes)
            CFRunLoopRemoveSource(stage.loop, source, .defaultMode)
            stage.note("common", CFRunLoopContainsSource(stage.loop, source, .commonModes))
            CFRunLoopAddSource(stage.loop, source, .commonModes)
            CFRunLoopRemoveSource(stage.loop, source, .commonModes)
            stage.note("in", CFRunLoopContainsSource(stage.loop, source, .defaultMode))
        }
        #expect(log == "schedule(default) cancel(default) common:yes schedule(default) cancel(default) in:no")
    }

    @Test func `an item that is in one mode only does not leave it with the common modes`() throws {
        let log = try Stage.log { stage in
            let source = stage.source("A")
            CFRunLoopAddSource(stage.loop, source, .defaultMode)
            CFRunLoopRemoveSource(stage.loop, source, .commonModes)
            stage.note("in", CFRunLoopContainsSource(stage.loop, source, .defaultMode))
        }
        #expect(log == "in:yes")
    }

    @Test func `an item that became invalid is common no more`() throws {
        let log = try Stage.log { stage in
            let timer = stage.timer("t", in: 5, mode: .commonModes)
            CFRunLoopTimerInvalidate(timer)
            stage.note("common", CFRunLoopContainsTimer(stage.loop, timer, .commonModes))
            CFRunLoopAddCommonMode(stage.loop, .other)
            stage.note("in", CFRunLoopContainsTimer(stage.loop, timer, .other))
        }
        #expect(log == "common:no in:no")
    }
}
