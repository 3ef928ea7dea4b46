import Mainspring
import Testing

@Suite("Posted blocks")
struct BlockConformanceTests {
    @Test func `a block posted by a block waits for the next round, and posting wakes nobody`() throws {
        let log = try Stage.log { stage in
            stage.observe()
            stage.post("b1") { stage.post("b2") }
            stage.run(1)
        }
        #expect(log == "o1 o2 o4 b1 o32 o64 b2 o128 =3")
    }

    @Test func `a block for the common modes runs in a mode that is common`() throws {
        let log = try Stage.log { stage in
            CFRunLoopAddCommonMode(stage.loop, .other)
            stage.keepAlive(.other)
            stage.post("common", .commonModes)
            stage.run(in: .other)
        }
        #expect(log == "common =3")
    }

    @Test func `a block for another mode stays queued, in its place`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            stage.keepAlive(.other)
            stage.post("d1")
            stage.post("m1", .other) { stage.post("d3") }
            stage.post("d2")
            stage.run(in: .other)
            stage.run()
        }
        #expect(log == "m1 =3 d1 d2 d3 =3")
    }

    @Test func `a block for several modes runs once, in the first of them that runs`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            stage.keepAlive(.other)
            CFRunLoopPerformBlock(stage.loop, [CFRunLoopMode.defaultMode.rawValue, "other"] as CFTypeRef) {
                stage.note("both")
            }
            stage.run(in: .other)
            stage.run()
        }
        #expect(log == "both =3 =3")
    }

    @Test func `whether a mode is common is asked when the block is to run`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive(.other)
            stage.post("first", .other) { CFRunLoopAddCommonMode(stage.loop, .other) }
            stage.post("common", .commonModes)
            stage.post("last", .other)
            stage.run(in: .other)
        }
        #expect(log == "first common last =3")
    }

    @Test func `a run inside a block sees only blocks posted since; the others go on after it`() throws {
        let log = try Stage.log { stage in
            stage.keepAlive()
            stage.post("b1") {
                stage.post("b4")
                stage.run()
            }
            stage.post("b2")
            stage.post("b3")
            stage.run()
        }
        #expect(log == "b1 b4 =3 b2 b3 =3")
    }

    @Test func `posting makes the modes that are named, the literal common one too`() throws {
        let log = try Stage.log { stage in
            stage.post("a", .other)
            CFRunLoopPerformBlock(stage.loop, ["third"] as CFTypeRef) {}
            stage.post("c", .commonModes)
            stage.note((CFRunLoopCopyAllModes(stage.loop) ?? []).sorted().joined(separator: ","))
        }
        #expect(log == "kCFRunLoopCommonModes,kCFRunLoopDefaultMode,other,third")
    }
}
