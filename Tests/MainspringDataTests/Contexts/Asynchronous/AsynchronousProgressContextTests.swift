import Dispatch
import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// How far an asynchronous fetch is, and its end before its time.
@Suite(.timeLimit(.minutes(2))) struct AsynchronousProgressContextTests {
    @Test func `The progress counts rows, is finished by the result, and counts once in what it is a part of`() throws {
        let bench = try AsynchronousBench()
        try bench.fill(5)
        let (context, gate) = (bench.context(), ReadingGate())
        let end = AsynchronousEnd<NSManagedObject>()
        let whole = Progress(totalUnitCount: 10)
        let result = try context.performAndWait { () throws in
            context.core.sourceState.pace = gate.pace(2)
            whole.becomeCurrent(withPendingUnitCount: 4)
            defer { whole.resignCurrent() }
            return Handed(try end.begin(AsynchronousBench.people(), in: context, expecting: 7))
        }
        let progress = try #require(result.value.progress)
        var seen: [String] = []
        func look() {
            context.performAndWait { seen.append("\(progress.completedUnitCount) of \(progress.totalUnitCount)") }
        }
        for _ in 0..<5 {
            gate.waitUntilHeld()
            look()
            gate.open()
        }
        end.wait()
        look()
        #expect(seen == ["0 of 7", "0 of 5", "2 of 5", "4 of 5", "4 of 5", "5 of 5"])
        context.performAndWait {
            #expect(progress.isFinished && !progress.isCancelled)
            #expect(whole.completedUnitCount == 4 && whole.fractionCompleted == 0.4)
        }
    }

    @Test(arguments: [false, true])
    func `Without an estimate it is indeterminate until it is known what was found`(hasUnsaved: Bool) throws {
        let bench = try AsynchronousBench()
        try bench.fill(3)
        let (context, gate) = (bench.context(), ReadingGate())
        let end = AsynchronousEnd<NSManagedObject>()
        let result = try context.performAndWait { () throws in
            context.core.sourceState.pace = gate.pace(2)
            return Handed(try end.begin(AsynchronousBench.people(), in: context))
        }
        gate.waitUntilHeld()
        context.performAndWait { #expect(result.value.progress?.isIndeterminate == true) }
        gate.open()
        gate.waitUntilHeld()
        context.performAndWait {
            #expect(result.value.progress?.isIndeterminate == false && result.value.progress?.totalUnitCount == 3)
            // More come out than rows were read, or fewer.
            if hasUnsaved {
                bench.company.make("Person", "New", in: context)
            } else {
                let people = (try? context.fetch(AsynchronousBench.people())) ?? []
                for person in people { context.delete(person) }
            }
        }
        gate.open(9)
        end.wait()
        context.performAndWait {
            let count = hasUnsaved ? 4 : 0
            #expect(end.results?.count == count)
            #expect(result.value.progress?.isFinished == true)
            #expect(result.value.progress?.totalUnitCount == Int64(max(1, count)))
        }
    }

    /// Where a fetch of five rows, two at a time, is cancelled.
    enum Moment: CaseIterable {
        case before, atOnce, firstPart, secondPart, lastPart, afterTheEnd
    }

    @Test(arguments: Moment.allCases, [false, true])
    func `It is cancelled at any time and from any thread: the block is called once, without a result`(
        moment: Moment, byParent: Bool
    ) throws {
        let bench = try AsynchronousBench()
        try bench.fill(5)
        let (context, gate) = (bench.context(), ReadingGate())
        let end = AsynchronousEnd<NSManagedObject>()
        let whole = Progress(totalUnitCount: 1)
        if moment == .before { whole.cancel() }
        let result = try context.performAndWait { () throws in
            context.core.sourceState.pace = moment == .afterTheEnd ? ReadingPace() : gate.pace(2)
            whole.becomeCurrent(withPendingUnitCount: 1)
            defer { whole.resignCurrent() }
            let result = try end.begin(AsynchronousBench.people(), in: context)
            if moment == .atOnce { byParent ? whole.cancel() : result.cancel() }
            return Handed(result)
        }
        func cancel() { byParent ? whole.cancel() : result.value.cancel() }
        switch moment {
        case .before, .atOnce: end.wait()
        case .firstPart, .secondPart, .lastPart:
            let parts = moment == .firstPart ? 1 : moment == .secondPart ? 2 : 4
            for part in 1...parts {
                gate.waitUntilHeld()
                if part < parts { gate.open() }
            }
            cancel()
            // Nobody waits for the rest: the reading is held still.
            end.wait()
        case .afterTheEnd:
            end.wait()
            cancel()
        }
        gate.open(9)
        // Whatever is enqueued has run by then.
        context.performAndWait {}
        context.performAndWait {
            #expect(end.count == 1)
            switch moment {
            case .afterTheEnd: #expect(end.results?.count == 5 && end.error == nil)
            default: #expect(end.results == nil && end.isCancelled)
            }
        }
    }

    @Test func `Whoever cancels while objects are made gets no result`() throws {
        let company = Company.hooked(kind: .sqlite)
        let saving = company.context()
        for number in 0..<3 { company.make("Person", "Person \(number)", in: saving) }
        try saving.save()
        saving.reset()
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = company.coordinator
        let end = AsynchronousEnd<NSManagedObject>()
        nonisolated(unsafe) var awoken = 0
        try context.performAndWait { () throws in
            let request = AsynchronousBench.people()
            request.returnsObjectsAsFaults = false
            let result = try end.begin(request, in: context)
            context.journal.awakeFromFetch = { _ in
                awoken += 1
                result.cancel()
            }
        }
        end.wait()
        context.performAndWait {}
        context.performAndWait { #expect(awoken == 3 && end.count == 1 && end.isCancelled && end.results == nil) }
    }
}
