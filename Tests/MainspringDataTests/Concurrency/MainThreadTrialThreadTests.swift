import CommandRunner
import Foundation
import SeededRandom
import Testing

@testable import MainspringData

/// Contexts on the process's initial thread, in processes of their own: under our main loop, under Foundation's, under
/// ours inside that, and where
/// libdispatch has taken the main queue to another thread.
@Suite struct MainThreadTrialThreadTests {
    static let loops = ["ours", "foundation", "joined", "dispatch"]
    /// The loops for tests with many cases: under the thread sanitizer only ours and libdispatch's.
    static let someLoops = Seeds.sample(loops, sanitized: 3)

    private func trial(_ arguments: String...) throws -> (status: Int32, output: String) {
        let file = NSTemporaryDirectory() + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: file) }
        return try Command(builtProgram: "context-queue-trials", arguments).run(writingTo: file)
    }

    @Test(arguments: loops) func `a chain of contexts that wait for each other never hangs`(loop: String) throws {
        let (status, output) = try trial("chain", loop)
        #expect(status == 0)
        let lines = output.split(separator: "\n").map(String.init)
        #expect(
            lines == ["at once: true", "inside another queue", "down", "up"] + (loop == "ours" ? ["nested"] : []))
    }

    @Test(arguments: loops) func `a circle through the main queue is told`(loop: String) throws {
        let (status, output) = try trial("circle", loop)
        #expect(status != 0 && status != 128 + SIGALRM)
        #expect(output.contains("contexts wait for each other in a circle"))
        #expect(output.contains("which has context “Import” (private queue), waits for context “View” (main queue)"))
        let waiter = loop == "dispatch" ? "thread" : "the main thread, which has the main queue"
        #expect(output.contains(waiter))
        #expect(output.contains("which has the main queue, waits for context “Import” (private queue)"))
    }

    @Test(arguments: loops) func `an event ends with what it changes elsewhere`(loop: String) throws {
        let (status, output) = try trial("events", loop)
        #expect(status == 0)
        // The first end of an event, that of a block of perform, has changed the other context.
        var expected: [Substring] = [
            "performed", "end of event", "change", "waited", "groups open: 1", "end of the other's", "end of event",
            "end of the other's", "groups open: 0",
        ]
        // Layers are committed behind it; what changes there wakes the loop once more.
        if loop == "ours" || loop == "joined" { expected += ["layers", "end of event"] }
        #expect(output.split(separator: "\n") == expected)
    }

    @Test(arguments: ["ours", "dispatch"])
    func `a thousand blocks of the main queue are over before the writer above has saved 100,000 objects`(
        loop: String
    ) throws {
        let blocks = Seeds.size(1_000, sanitized: 100)
        let (status, output) = try trial("writer", loop, "\(blocks)")
        #expect(status == 0, "\(output)")
        #expect(
            output.split(separator: "\n") == [
                "\(blocks) blocks during the save", "\(blocks * 9 / 10) came to the writer",
            ])
    }

    @Test(arguments: someLoops, Seeds.first(1, soak: 4))
    func `three workers save while the main thread fetches, reads, edits and saves in slices, and nothing is lost`(
        loop: String, seed: UInt64
    ) throws {
        let (status, output) = try trial("workers", loop, "\(seed)")
        #expect(status == 0, "\(loop), seed \(seed): \(output)")
        #expect(output.contains("844 items, 840 behind others, the last edit is there: true"), "\(output)")
    }

    @Test(arguments: Seeds.sample([1, 2, 3, 7, 20, 50, 101, 333], each: 3))
    func `SIGTERM in the midst of an import leaves whole batches, and all that were acknowledged`(slice: Int) throws {
        let scratch = Scratch()
        let store = scratch.url("terminated.sqlite").path
        let (status, output) = try trial("terminated", "ours", store, "\(slice)")
        #expect(status == 0, "\(output)")
        let lines = output.split(separator: "\n")
        let acknowledged = lines.filter { $0.hasPrefix("acknowledged") }.last?.split(separator: " ").last
        let saved = try #require(lines.last?.split(separator: " ").last.flatMap { Int($0) }, "\(output)")
        let connection = try SQLiteConnection(path: store, access: .readWrite)
        defer { connection.close() }
        #expect(try connection.value("SELECT count(*) FROM ZITEM") == .integer(Int64(saved)))
        #expect(saved >= Int(acknowledged ?? "0")!)
        // What was on its way into the main context was completed, so that no batch is half there.
        #expect(saved.isMultiple(of: 50), "\(output)")
    }

    @Test(arguments: loops)
    func `merges in slices come one in a pass, and inside a wait of the main thread for who waits for them`(
        loop: String
    ) throws {
        let (status, output) = try trial("slices", loop)
        #expect(status == 0, "\(output)")
        let lines = output.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "10 new", "10 new", "10 new", "the child goes on", "20 new",
                "50 objects, other blocks ran between: true",
                "20 new", "saved inside a wait", "the child is free", "70 objects",
            ])
    }

    @Test(arguments: someLoops, ["before", "telling"])
    func
        `without a budget any more, a context merges at once what is on its way, and its end comes after others are told`(
            loop: String, moment: String
        ) throws
    {
        let (status, output) = try trial("budget-ends", loop, moment)
        #expect(status == 0, "\(output)")
        #expect(
            output.split(separator: "\n").sorted() == ["5 objects at once", "it ends", "it is waited for"],
            "\(output)")
    }

    @Test(arguments: someLoops, ["context", "coordinator", "queue", "reading"])
    func `the main thread merges in its waits in blocks of other queues that run on it`(
        loop: String, place: String
    ) throws {
        let (status, output) = try trial("waits-inside", loop, place)
        #expect(status == 0, "\(output)")
        #expect(
            output.split(separator: "\n").sorted() == ["20 objects", "the child goes on", "the main thread goes on"],
            "\(output)")
    }

    @Test(arguments: someLoops, ["first", "last", "saved", "before", "saving"])
    func `who is told of a child's save, or of what comes before it, may wait for the child`(
        loop: String, moment: String
    ) throws {
        let (status, output) = try trial("told-waits", loop, moment)
        #expect(status == 0, "\(output)")
        let count = moment == "before" || moment == "saving" ? 31 : 30
        let lines: [Substring] = output.split(separator: "\n").filter { !$0.contains("main thread waits for") }
        let told: Substring = "\(count) told, \(count) objects"
        #expect(lines == ["the child goes on", "the child is free", told], "\(output)")
    }

    @Test func `where nobody serves the main queue, a child's save into slices says so and saves nothing`() throws {
        let (status, output) = try trial("unserved", "ours")
        #expect(status == 0, "\(output)")
        #expect(output.contains("nobody serves the main queue. Nothing was saved."))
        #expect(output.contains("the child has changes: true\nthe parent has 0 objects"))
    }

    @Test func `where nobody serves the main queue any more, that is told, and nobody waits for the rest`() throws {
        let (status, output) = try trial("half-served", "ours")
        #expect(status == 0, "\(output)")
        #expect(output.contains("nobody serves the main queue any more. It goes on when somebody does"))
        #expect(output.contains("merges in slices that were waited for, and nobody serves the main queue."))
        let lines = output.split(separator: "\n").filter { !$0.contains("serves the main queue") }
        #expect(
            lines.prefix(2) == ["the child goes on", "half of it is there: true"]
                && lines.last == "50 saved", "\(output)")
    }

    @Test func `where our main loop does not run any more, saves that have not begun say so and save nothing`() throws {
        let (status, output) = try trial("over", "ours")
        #expect(status == 0, "\(output)")
        #expect(output.contains("nobody serves the main queue any more. Nothing was saved."))
        #expect(output.contains("saved in slices, and nobody serves the main queue. Nothing was saved."))
        let lines: [Substring] = output.split(separator: "\n").filter { !$0.contains("nobody serves") }
        #expect(
            lines == [
                "the child has changes: true", "the parent has 1 object", "and 31 when the loop has run again",
            ], "\(output)")
    }

    @Test(arguments: loops) func `a wait of the main thread is over when the block that it waits for runs`(
        loop: String
    ) throws {
        let (status, output) = try trial("parent-runs", loop)
        #expect(status == 0, "\(output)")
        #expect(output == "0 waits while the block runs\n", "\(output)")
    }

    @Test(arguments: ["foundation", "dispatch"])
    func `where the main queue is busy with one block, that is told, and the save and who awaits its end wait for it`(
        loop: String
    ) throws {
        let (status, output) = try trial("busy", loop)
        #expect(status == 0, "\(output)")
        #expect(output.contains("the main queue has been busy with one block for"))
        let lines = output.split(separator: "\n").filter { !$0.contains("the main queue has been busy") }
        #expect(lines == ["the child goes on, with changes: false", "30 objects"], "\(output)")
    }

    @Test(arguments: loops)
    func `a save that waits for the main thread, which waits for the thread that saves, is refused and nothing is lost`(
        loop: String
    ) throws {
        let (status, output) = try trial("parent-waits", loop)
        #expect(status == 0, "\(output)")
        let lines = output.split(separator: "\n")
        #expect(
            lines.filter { $0.contains("the main thread waits for context “Store” (private queue)") }.count == 2,
            "\(output)")
        let others: [Substring] = lines.filter { !$0.contains("waits") }
        #expect(
            others.sorted() == [
                "100 objects", "the child goes on, with changes: true", "the main thread has read, midway: false",
            ], "\(output)")
    }

    @Test(arguments: ["main", "store", "save"], ["0", "1"])
    func `the same where that thread has the child's block, for which the thread waits that has the store's queue`(
        last: String, isChecked: String
    ) throws {
        let (status, output) = try trial(
            "parent-waits-in-chain", "ours", last, "-com.apple.CoreData.ConcurrencyDebug", isChecked)
        #expect(status == 0, "\(output)")
        let lines = output.split(separator: "\n")
        #expect(
            lines.count { $0.contains("the main thread waits for context “Store” (private queue)") } == 2, "\(output)")
        let others: [Substring] = lines.filter { !$0.contains("waits") }
        #expect(
            others.sorted() == [
                "100 objects", "the child goes on, with changes: true", "the main thread has read, midway: false",
            ], "\(output)")
    }

    @Test(arguments: loops)
    func `a save that has begun ends early where the main thread waits for the thread that saves`(loop: String) throws {
        let (status, output) = try trial("parent-waits-midway", loop)
        #expect(status == 0, "\(output)")
        #expect(output.contains("the main thread waits for context “Store” (private queue)"))
        let lines: [Substring] = output.split(separator: "\n").filter { !$0.contains("waits") }
        #expect(
            lines.sorted() == [
                "100 objects", "the child goes on, with changes: false", "the main thread has read, midway: true",
            ], "\(output)")
    }

    @Test(arguments: someLoops, ["end", "save", "merge"])
    func `a child's save for which a save in slices waits goes on, whatever has come between them`(
        loop: String, between: String
    ) throws {
        let (status, output) = try trial("parent-waits-behind", loop, between)
        #expect(status == 0, "\(loop): \(output)")
        let lines: [Substring] = output.split(separator: "\n")
        #expect(
            lines.sorted() == [
                "101 objects, unsaved: false", "the child goes on, with changes: false",
            ], "\(loop): \(output)")
    }

    @Test func `a timer that is due in each pass does not keep slices from being merged`() throws {
        let (status, output) = try trial("beside-timer", "ours")
        #expect(status == 0 && output == "the timer has fired: true\n30 objects\n", "\(output)")
    }

    @Test func `where the main thread waits for another context's queue, the watchdog names both waits`() throws {
        let (status, output) = try trial("parent-waits-elsewhere", "ours")
        #expect(status == 0, "\(output)")
        #expect(
            output.split(separator: "\n") == [
                "context “Import” (private queue) waits on another thread: what it saves is to be merged into context “View” (main queue).",
                "the main thread waits for context “Store” (private queue), and merges nothing meanwhile.",
            ])
    }

    @Test func `a hook of a save that runs the loop lets no part of a child's save into that`() throws {
        let (status, output) = try trial("hook-runs", "ours")
        #expect(status == 0 && output.split(separator: "\n") == ["stored: 1", "at the end: 31"], "\(output)")
    }

    @Test func `a save in slices that a rollback brings to its end is saved, though its hook runs the loop`() throws {
        let (status, output) = try trial("hook-runs-in-slices", "ours")
        #expect(status == 0 && output == "stored: 80, hooks: 1\n", "\(output)")
    }

    @Test func `a hook of one whose turn in a save comes early runs the loop, and the save does not go on meanwhile`()
        throws
    {
        let (status, output) = try trial("hook-runs-early", "ours")
        #expect(status == 0, "\(output)")
        #expect(output == "stored: [-1], hooks: 30, unsaved: true\nstored: [100]\n")
    }

    @Test(arguments: ["rollback", "reset"])
    func `an observer of what is merged before a context is restored runs the loop, and a child's save is not divided`(
        _ call: String
    ) throws {
        let (status, output) = try trial("hook-runs-restoring", "ours", call)
        #expect(status == 0 && output == "stored: 35\n", "\(output)")
    }

    @Test func `where the main thread is stopped, the watchdog names who waits for its slices`() throws {
        let (status, output) = try trial("stopped", "ours")
        #expect(status == 0, "\(output)")
        #expect(
            output.split(separator: "\n") == [
                "context “Import” (private queue) waits on another thread: what it saves is to be merged into context “View” (main queue).",
                "the child goes on",
            ])
    }

    @Test(arguments: loops)
    func `a save in slices lets other blocks run between them, and comes to its end wherever it is called`(
        loop: String
    ) throws {
        let (status, output) = try trial("sliced-save", loop)
        #expect(status == 0, "\(output)")
        #expect(
            output.split(separator: "\n") == [
                "30 saved, 3 notices, other blocks ran between: true", "CancellationError, 5 unsaved",
                "35 saved from another thread", "76 saved at once", "117 saved, with those of a child",
                "198 saved below a context that waited for the main thread",
            ])
    }

    @Test(arguments: someLoops, Seeds.first(2, soak: 4))
    func
        `no link and no object is lost where the main context saves in slices and obtains identities while children save`(
            loop: String, seed: UInt64
        ) throws
    {
        let (status, output) = try trial("obtained", loop, "\(seed)")
        #expect(status == 0, "\(loop), seed \(seed): \(output)")
        #expect(output == "everything is stored\n", "\(loop), seed \(seed): \(output)")
    }

    @Test func `where nobody serves the main queue, a save in slices says so and saves nothing`() throws {
        let (status, output) = try trial("unserved-save", "ours")
        #expect(status == 0, "\(output)")
        #expect(output.contains("nobody serves the main queue. Nothing was saved."))
        #expect(output.contains("3 unsaved"))
    }

    @Test(arguments: [("1", true), ("0", false)])
    func `an argument turns the checks on and off`(value: String, isTold: Bool) throws {
        let (status, output) = try trial("access", "ours", "-com.apple.CoreData.ConcurrencyDebug", value)
        #expect((status != 0) == isTold)
        #expect(output.contains("An object of context “View” (main queue) was used on thread") == isTold)
    }

    @Test(arguments: loops, Seeds.first(2, soak: 8)) func `random trees of contexts come to an end`(
        loop: String, seed: UInt64
    )
        throws
    {
        let (status, output) = try trial("trees", loop, "\(seed)")
        #expect(status == 0, "\(loop), seed \(seed): \(output)")
        #expect(output.contains("blocks"))
    }

    @Test(arguments: loops, Seeds.first(1, soak: 6))
    func `random trees of contexts that save into each other come to an end, and nothing is lost`(
        loop: String, seed: UInt64
    ) throws {
        let (status, output) = try trial("saves", loop, "\(seed)")
        #expect(status == 0, "\(loop), seed \(seed): \(output)")
        #expect(output.contains("items"))
    }
}
