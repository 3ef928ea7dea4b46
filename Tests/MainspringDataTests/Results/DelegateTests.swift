import Foundation
import Testing

@testable import MainspringData

/// What delegates are told.
@Suite struct DelegateTests {
    private let herd = Herd([(4, "cat"), (2, "hen"), (4, "dog"), (0, "eel"), (2, "owl")])

    private func fetched(
        _ delegate: any NSFetchedResultsControllerDelegate, sections: String? = "legs"
    ) throws -> NSFetchedResultsController<Animal> {
        let controller = herd.controller(sections: sections)
        controller.delegate = delegate
        try controller.performFetch()
        return controller
    }

    @Test(arguments: ["legs", nil])
    func `the first fetch tells nothing, the first change is told like all others`(_ sections: String?) throws {
        let delegate = ListDelegate()
        let controller = try fetched(delegate, sections: sections)
        #expect(delegate.take().isEmpty)
        let row = sections == nil ? "0.2" : "1.1"
        for name in ["ibis", "jay"] {
            let bird = herd.add(2, name)
            herd.tell(changed: [bird])
            let count = herd.animals.count
            let place: String = name == "ibis" ? row : sections == nil ? "0.3" : "1.2"
            let expected: [String] = ["will change \(count - 1)", "insert \(name) - \(place)", "did change \(count)"]
            #expect(delegate.take() == expected)
        }
        withExtendedLifetime(controller) {}
    }

    @Test func `sections come before objects, and objects as deleted, inserted, moved, updated`() throws {
        let delegate = ListDelegate()
        let controller = try fetched(delegate)
        let ant = herd.add(6, "ant")
        let eel = herd.remove("eel")
        herd["owl"].legs = 4
        herd["cat"].weight = 5
        herd.tell(changed: [herd["cat"], herd["owl"], ant], deleted: [eel])
        #expect(
            delegate.take() == [
                "will change 5", "delete section 0 0", "insert section 6 2", "delete eel 0.0 -", "insert ant - 2.0",
                "move owl 1.1 1.2", "update cat 2.0 1.0", "did change 5",
            ])
        #expect(controller.indexPath(forObject: ant) == [2, 0])
    }

    @Test func `an object that begins or ceases to be wanted comes or goes`() throws {
        let delegate = ListDelegate()
        herd.fewestLegs = 1
        let controller = try fetched(delegate)
        herd["eel"].legs = 2
        herd["cat"].legs = 0
        herd.tell(changed: [herd["eel"], herd["cat"]])
        #expect(delegate.take() == ["will change 4", "delete cat 1.0 -", "insert eel - 0.0", "did change 4"])
        herd.tell(changed: [herd["cat"]], deleted: [herd.zoo.makeAnimal()])
        #expect(delegate.take().isEmpty)
        withExtendedLifetime(controller) {}
    }

    @Test func `methods that a delegate has not got are left out`() throws {
        let delegate = EndDelegate()
        let controller = try fetched(delegate)
        herd.tell(changed: [herd["cat"]])
        #expect(delegate.take() == ["did change"])
        #expect(controller.sectionIndexTitles == ["0", "2", "4"])
    }

    @Test func `without a delegate results stay as they were fetched`() throws {
        let controller = herd.controller()
        try controller.performFetch()
        let ant = herd.add(6, "ant")
        herd.tell(changed: [ant])
        #expect(controller.fetchedObjects?.count == 5)
        try controller.performFetch()
        #expect(controller.fetchedObjects?.count == 6)
        do {
            let delegate = EndDelegate()
            controller.delegate = delegate
            herd.tell(deleted: [herd.remove("ant")])
            #expect(controller.fetchedObjects?.count == 5 && delegate.take() == ["did change"])
        }
        #expect(controller.delegate == nil)
        herd.tell(deleted: [herd.remove("cat")])
        #expect(controller.fetchedObjects?.count == 5)
    }

    @Test func `a delegate that takes differences gets nothing else where there are no sections`() throws {
        let delegate = DifferenceDelegate()
        let controller = try fetched(delegate, sections: nil)
        delegate.ids = controller.fetchedObjects?.map(\.objectID) ?? []
        let ant = herd.add(6, "ant")
        herd["cat"].name = "zebra"
        herd.tell(changed: [ant, herd["zebra"], herd["dog"]], deleted: [herd.remove("eel")])
        #expect(delegate.take() == ["difference of 6"])
        #expect(delegate.ids == controller.fetchedObjects?.map(\.objectID))
        let sectioned = try fetched(delegate)
        herd.tell(changed: [ant])
        #expect(delegate.take() == ["will change"])
        withExtendedLifetime(sectioned) {}
    }

    @Test(arguments: ["legs", nil])
    func `a delegate that takes snapshots gets nothing else, and the first with the fetch`(_ sections: String?) throws {
        let delegate = SnapshotDelegate()
        let controller = try fetched(delegate, sections: sections)
        #expect(delegate.take() == ["snapshot"])
        let ant = herd.add(6, "ant")
        herd["owl"].legs = 4
        herd.tell(changed: [ant, herd["owl"]])
        #expect(delegate.take() == ["snapshot"])
        let (before, after) = (delegate.snapshots[0], delegate.snapshots[1])
        #expect(before.numberOfItems == 5 && after.numberOfItems == 6)
        #expect(after.itemIdentifiers as? [NSManagedObjectID] == controller.fetchedObjects?.map(\.objectID))
        #expect(after.reloadedItemIdentifiers as? [NSManagedObjectID] == [herd["owl"].objectID])
        #expect(before.reloadedItemIdentifiers.isEmpty)
        #expect(
            after.index(ofItemIdentifier: ant.objectID) == 5
                && before.index(ofItemIdentifier: ant.objectID) == NSNotFound)
        if sections != nil {
            #expect(after.sectionIdentifiers as? [String] == ["0", "2", "4", "6"] && after.numberOfSections == 4)
            #expect(after.numberOfItems(inSection: "4") == 3 && after.numberOfItems(inSection: "5") == 0)
            #expect(after.itemIdentifiersInSection(withIdentifier: "6") as? [NSManagedObjectID] == [ant.objectID])
            #expect(after.sectionIdentifier(forSectionContainingItemIdentifier: ant.objectID) as? String == "6")
            #expect(after.index(ofSectionIdentifier: "6") == 3 && after.index(ofSectionIdentifier: 6) == NSNotFound)
        } else {
            #expect(after.sectionIdentifiers as? [String] == before.sectionIdentifiers as? [String])
            #expect(after.numberOfSections == 1)
        }
        #expect(controller.sections?.first?.indexTitle == (sections == nil ? "§" : "§0"))
    }

    @Test func `a delegate that is set after the fetch is asked what it takes at the first change`() throws {
        let controller = herd.controller(sections: nil)
        try controller.performFetch()
        let list = ListDelegate()
        controller.delegate = list
        herd.tell(changed: [herd["cat"]])
        #expect(list.take() == ["will change 5", "update cat 0.3 0.3", "did change 5"])
        let snapshots = SnapshotDelegate()
        controller.delegate = snapshots
        herd.tell(changed: [herd["cat"]])
        #expect(snapshots.take() == ["snapshot"] && list.take().isEmpty)
    }

    @Test func `what changes while a delegate is called is told afterwards`() throws {
        let delegate = ListDelegate()
        let controller = try fetched(delegate)
        delegate.didBegin = { [herd] in
            delegate.didBegin = nil
            herd.tell(deleted: [herd.remove("hen")])
        }
        herd.tell(changed: [herd["owl"]])
        #expect(
            delegate.take() == [
                "will change 5", "update owl 1.1 1.1", "did change 5", "will change 5", "delete hen 1.0 -",
                "did change 4",
            ])
        withExtendedLifetime(controller) {}
    }

    @Test func `what changes while a delegate gets the first snapshot is told afterwards`() throws {
        let delegate = SnapshotDelegate()
        delegate.didTake = { [herd] in
            delegate.didTake = nil
            delegate.words.append("begin")
            herd.tell(deleted: [herd.remove("hen")])
            delegate.words.append("end")
        }
        let controller = try fetched(delegate)
        #expect(delegate.take() == ["snapshot", "begin", "end", "snapshot"])
        #expect(delegate.snapshots.map(\.numberOfItems) == [5, 4])
        withExtendedLifetime(controller) {}
    }

    @Test func `a fetch while a delegate is called ends the calls for what was before`() throws {
        let delegate = ListDelegate()
        let controller = try fetched(delegate)
        let ant = herd.add(6, "ant")
        delegate.didBegin = { try? controller.performFetch() }
        herd.tell(changed: [ant])
        #expect(delegate.take() == ["will change 5", "did change 6"])
        delegate.didBegin = { controller.delegate = nil }
        herd.tell(changed: [ant])
        #expect(delegate.take() == ["will change 6"])
    }

    @Test func `a controller that has gone tells nothing and keeps nobody`() throws {
        let delegate = EndDelegate()
        weak var gone: NSFetchedResultsController<Animal>?
        do {
            let controller = try fetched(delegate)
            gone = controller
            herd.tell(changed: [herd["cat"]])
        }
        #expect(gone == nil)
        herd.tell(changed: [herd["cat"]])
        #expect(delegate.take() == ["did change"])
    }
}
