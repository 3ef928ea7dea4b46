import Foundation
@_spi(Tools) import Mainspring
import Testing

@Suite struct TraceSummaryTests {
    private func summary(_ text: String, _ arguments: String...) throws -> Tool.Run {
        try Tool.inFolder { folder in
            let file = folder.appendingPathComponent("trace.json")
            try Data(text.utf8).write(to: file)
            return try Tool.run(["trace", "summary", file.path] + arguments)
        }
    }

    /// Two slices of the main thread, one of them in the other, one of another thread, and an interval.
    private static let trace = """
        {"traceEvents":[
        {"ph":"M","name":"thread_name","pid":7,"tid":7,"args":{"name":"main"}},
        {"ph":"X","name":"__CFRUNLOOP_IS_CALLING_OUT_TO_A_TIMER_CALLBACK_FUNCTION__","pid":7,"tid":7,"cat":"loop","ts":0.000,"dur":100000.000},
        {"ph":"X","name":"import","pid":7,"tid":7,"cat":"data","ts":10.0,"dur":20.0},
        {"ph":"X","name":"save","pid":7,"tid":9,"cat":"data","ts":50.0,"dur":900000.0},
        {"ph":"X","name":"short","pid":7,"tid":7,"cat":"data","ts":200000.0,"dur":1000.0},
        {"ph":"b","name":"job","pid":7,"tid":7,"cat":"data","id":"0x1","ts":1.0},
        {"ph":"e","name":"job","pid":7,"tid":9,"cat":"data","id":"0x1","ts":1000000.0}
        ],"displayTimeUnit":"ms"}
        """

    @Test func `stops are the outermost slices of the main thread, and call-outs have words`() throws {
        let report = try summary(Self.trace, "--json").json()
        let stops = try #require(report["stops"] as? [[String: Any]])
        #expect(stops.map { $0["name"] as? String } == ["a timer's callback", "short"])
        #expect(stops[0]["milliseconds"] as? Double == 100 && stops[0]["longestInside"] as? String == "import")
        let kinds = try #require(report["kinds"] as? [[String: Any]])
        #expect(kinds.map { $0["name"] as? String } == ["job", "save", "a timer's callback", "short", "import"])
    }

    @Test func `a list of events that was not written to its end is read as far as it goes`() throws {
        let list = Self.trace.replacing("{\"traceEvents\":", with: "")
        let whole = try summary(list.replacing(",\"displayTimeUnit\":\"ms\"}", with: ""), "--json")
        #expect(whole.status == 0, "\(whole.errors)")
        for end in ["\n],\"displayTimeUnit\":\"ms\"}", "},\n{\"ph\":\"e\""] {
            let cut = String(list[..<(try #require(list.range(of: end)).lowerBound)])
            let run = try summary(cut + (end.hasPrefix("}") ? "},\n" : ","), "--json")
            #expect(run.status == 0, "\(run.errors)")
            #expect((try run.json()["stops"] as? [Any])?.count == 2)
        }
        #expect(try summary("[{\"ph\":\"X\"", "--json").status == 2)
    }

    @Test func `a frame is missed if one stop takes all of its time`() throws {
        let frames = try #require(try summary(Self.trace, "--json", "--fps", "100").json()["frames"] as? [String: Any])
        #expect(frames["due"] as? Int == 100 && frames["missed"] as? Int == 10, "\(frames)")
        #expect(frames["shown"] as? Int == 90)
        let text = try summary(Self.trace, "--stops", "1")
        #expect(text.lines[0] == "1000.000 ms, 60 frames due, 54 shown, 6 missed (60 a second)", "\(text.output)")
        #expect(text.lines.count { $0.hasPrefix("short") } == 1)
    }

    /// A loop of the main thread, milliseconds in the names: it sleeps, a block runs it inside of itself, and three timers.
    private static let loop: String = {
        func slice(_ name: String, _ start: Int, _ end: Int, _ category: String = "loop") -> String {
            """
            {"ph":"X","name":"\(name)","pid":7,"tid":7,"cat":"\(category)","ts":\(start * 1000),"dur":\((end - start) * 1000)}
            """
        }
        let slices = [
            slice("sleep", 0, 400), slice("block", 400, 900), slice("fly", 400, 890, "Atlas"),
            slice("nested run", 450, 880), slice("sleep", 450, 600), slice("timer", 600, 700),
            slice("frame", 610, 690, "Atlas"), slice("sleep", 700, 880), slice("timer", 900, 910),
            slice("timer", 910, 940), slice("sleep", 940, 1000),
        ]
        return "{\"traceEvents\":[\(slices.joined(separator: ","))],\"otherData\":{\"lostEvents\":3}}"
    }()

    @Test func `a loop that sleeps, or runs inside a call-out, has not stopped`() throws {
        let report = try summary(Self.loop, "--json", "--fps", "100").json()
        let stops = try #require(report["stops"] as? [[String: Any]])
        #expect(stops.map { $0["milliseconds"] as? Double } == [100, 50, 30, 20, 10])
        #expect(stops.map { $0["atMilliseconds"] as? Double } == [600, 400, 910, 880, 900])
        #expect(stops[0]["name"] as? String == "a timer's callback" && stops[0]["longestInside"] as? String == "frame")
        #expect(stops[1]["name"] as? String == "a block" && stops[1]["longestInside"] as? String == "fly")
        let frames = try #require(report["frames"] as? [String: Any])
        #expect(frames["due"] as? Int == 100 && frames["missed"] as? Int == 21 && frames["shown"] as? Int == 79)
    }

    @Test func `call-outs have their number, their total, the longest and the median of them`() throws {
        let report = try summary(Self.loop, "--json").json()
        let kinds = try #require(report["kinds"] as? [[String: Any]])
        let timers = try #require(kinds.first { $0["name"] as? String == "a timer's callback" })
        #expect(timers["count"] as? Int == 3 && timers["totalMilliseconds"] as? Double == 140)
        #expect(timers["longestMilliseconds"] as? Double == 100 && timers["medianMilliseconds"] as? Double == 30)
        let text = try summary(Self.loop)
        let heads = text.lines.filter { $0.hasPrefix("loop ") || $0.hasPrefix("interval ") }
        #expect(heads.count == 2 && heads.allSatisfy { $0.contains("median ms") }, "\(text.output)")
    }

    @Test func `events that the recorder had no room for are told`() throws {
        #expect(try summary(Self.loop).output.contains("3 older events are missing"))
        #expect(try summary(Self.loop, "--json").json()["lostEvents"] as? Int == 3)
        #expect(try !summary(Self.trace).output.contains("missing"))
    }

    @Test func `what a recorder writes is read`() throws {
        let recorder = TraceRecorder(eventsPerThread: 64, threads: 2)
        let signposter = Signposter(category: "test", recorder: recorder)
        signposter.withIntervalSignpost("outer") { signposter.withIntervalSignpost("inner") {} }
        let run = try summary(recorder.chromeTrace())
        #expect(
            run.status == 0 && run.output.contains("outer") && run.output.contains("inner"),
            "\(run.output)\(run.errors)")
    }

    @Test(arguments: [
        "", "nonsense", "{}", "[1, 2", "{\"traceEvents\": 3}", "[[[[",
        "{\"traceEvents\":[{\"ph\":\"X\",\"ts\":1e999}]}",
    ])
    func `what is no trace is told`(text: String) throws {
        let run = try summary(text)
        #expect(run.status == 2 && run.errors.contains("is no trace"), "\(run.output)\(run.errors)")
    }

    @Test func `events that make no sense are passed over`() throws {
        let run = try summary(
            """
            [{"ph":"X","ts":5,"dur":-7,"tid":"a"},{"ph":"E","ts":1,"tid":1},{"ph":"e","ts":1},{"ph":3},{"ts":"x","ph":"X"},7,
            {"ph":"X","name":"a","ts":1e300,"dur":1e300,"tid":1e300}]
            """)
        #expect(run.status == 0, "\(run.errors)")
    }
}
