import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Fetched results, as a list asks for them.
@Suite struct FetchedResultsControllerTests {
    private let herd = Herd([(4, "cat"), (2, "hen"), (4, "dog"), (0, "eel"), (2, "owl")])

    @Test func `before the first fetch there is nothing`() {
        let controller = herd.controller(cacheName: "none")
        #expect(controller.fetchedObjects == nil && controller.sections == nil)
        #expect(controller.indexPath(forObject: herd["cat"]) == nil && controller.sectionIndexTitles.isEmpty)
        #expect(controller.fetchRequest.requestDescription === herd.request.requestDescription)
        #expect(controller.managedObjectContext === herd.context)
        #expect(controller.sectionNameKeyPath == "legs" && controller.cacheName == "none")
    }

    @Test func `objects are in sections by the value of the key path, and found by path and by object`() throws {
        let controller = herd.controller()
        try controller.performFetch()
        #expect(controller.fetchedObjects?.map(\.name) == ["eel", "hen", "owl", "cat", "dog"])
        let sections = try #require(controller.sections)
        #expect(sections.map(\.name) == ["0", "2", "4"] && sections.map(\.numberOfObjects) == [1, 2, 2])
        #expect((sections[1].objects as? [Animal])?.map(\.name) == ["hen", "owl"])
        #expect(sections.map(\.indexTitle) == ["0", "2", "4"])
        let path = IndexPath(row: 1, section: 2)
        #expect(controller.object(at: path) === herd["dog"] && controller.indexPath(forObject: herd["dog"]) == path)
        #expect(controller.indexPath(forObject: herd.zoo.makeAnimal()) == nil)
    }

    @Test func `without a key path there is one section, also without objects`() throws {
        let controller = herd.controller(sections: nil)
        try controller.performFetch()
        #expect(controller.sections?.map(\.name) == [""] && controller.sections?.map(\.numberOfObjects) == [5])
        herd.fewestLegs = 9
        try controller.performFetch()
        #expect(controller.sections?.map(\.numberOfObjects) == [0] && controller.fetchedObjects?.isEmpty == true)
    }

    @Test(
        arguments: [
            ("isTame", true as any Sendable, "1"), ("height", 2.5, "2.5"), ("tags", [String]?.none as any Sendable, ""),
            ("keeper.name", "Ann", "Ann"), ("name", "", ""),
        ])
    func `a section's name is the value as text`(_ path: String, _ value: any Sendable, _ name: String) throws {
        let animal = herd["cat"]
        if path.hasPrefix("keeper") { animal.keeper = herd.zoo.makeKeeper() }
        if (value as? [String]?) == nil || path != "tags" { animal.setValue(value, forKeyPath: path) }
        herd.fewestLegs = 4
        _ = herd.remove("dog")
        let controller = herd.controller(sections: path)
        try controller.performFetch()
        #expect(controller.sections?.map(\.name) == [name])
    }

    @Test func `sections that the order does not keep together are an error with Apple's code, and change nothing`()
        throws
    {
        let controller = herd.controller()
        try controller.performFetch()
        herd["owl"].name = "bat"
        herd.request.sortDescriptors = [MainspringFoundation.NSSortDescriptor(key: "name", ascending: true)]
        let error = #expect(throws: CocoaError.self) { try controller.performFetch() }
        #expect(error?.code.rawValue == 134_060)
        let reason = error?.userInfo["reason"] as? String ?? ""
        #expect(reason.contains("at index 4 has an out of order section name “2”") && reason.contains("“legs”"))
        #expect(controller.fetchedObjects?.count == 5)
    }

    @Test func `a request for anything but objects is an error`() {
        herd.request.resultType = .dictionaryResultType
        #expect(throws: CocoaError.self) { try herd.controller().performFetch() }
        #expect(herd.fetchCount == 0)
    }

    @Test func `titles of the index are the first letters of the sections' names, and lead to their sections`() throws {
        for name in ["ant", "bee", "asp"] { herd.add(6, name) }
        herd.fewestLegs = 6
        herd.request.sortDescriptors = [MainspringFoundation.NSSortDescriptor(key: "name", ascending: true)]
        let controller = herd.controller(sections: "name")
        try controller.performFetch()
        #expect(controller.sectionIndexTitles == ["A", "A", "B"])
        #expect((0..<3).map { controller.section(forSectionIndexTitle: $0 < 2 ? "A" : "B", at: $0) } == [0, 1, 2])
        #expect(controller.section(forSectionIndexTitle: "B", at: 0) == 2)
        #expect(controller.sectionIndexTitle(forSectionName: "émeu") == "É")
        #expect(controller.sectionIndexTitle(forSectionName: "") == "")
    }

    @Test func `a subclass says the titles, also to sections and to its delegate's controller`() throws {
        final class Own: NSFetchedResultsController<Animal> {
            override func sectionIndexTitle(forSectionName sectionName: String) -> String? { "<\(sectionName)>" }
            override var sectionIndexTitles: [String] { super.sectionIndexTitles + ["end"] }
            override func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int { 7 }
        }
        let controller = Own(
            fetchRequest: herd.request, managedObjectContext: herd.context, source: herd, sectionNameKeyPath: "legs",
            cacheName: nil)
        try controller.performFetch()
        #expect(controller.sections?.first?.indexTitle == "<0>")
        #expect(controller.erased.sectionIndexTitles == ["<0>", "<2>", "<4>", "end"])
        #expect(controller.erased.section(forSectionIndexTitle: "x", at: 0) == 7)
    }

    @Test func `a controller and what its delegate is given for it are equal, and not to another`() throws {
        let (controller, other) = (herd.controller(), herd.controller())
        let erased: NSFetchedResultsController<any NSFetchRequestResult> = controller.erased
        #expect(erased === controller && !(erased === other) && erased !== other)
        #expect(erased == controller && erased != other && erased.hash == controller.hash)
        #expect(erased.erased === erased && controller.erased === erased)
        let optional: NSFetchedResultsController<Animal>? = controller
        #expect(optional === erased && erased === optional && erased !== NSFetchedResultsController<Animal>?.none)
        #expect(erased === controller.erased && erased !== other.erased)
        let isMatched =
            switch erased {
            case controller: true
            default: false
            }
        #expect(isMatched)
        try controller.performFetch()
        #expect(erased.fetchedObjects?.count == 5 && erased.object(at: [0, 0]) as? Animal === herd["eel"])
        #expect(erased.indexPath(forObject: herd["eel"]) == [0, 0])
    }

    @Test(arguments: ["no order", "no fetch", "no object", "no section", "wrong type", "wrong title", "short path"])
    func `a mistake stops the program with a sentence that says what to do`(_ mistake: String) async {
        let sentences = [
            "no order": "has no sort descriptors", "no fetch": "call performFetch() first",
            "no object": "has no object at [0, 9]: it has 1 objects in 1 sections",
            "no section": "has no object at [-1, 0]", "wrong type": "is to give objects of type Keeper",
            "wrong title": "has the title “Z”", "short path": "The index path [3] has no section and no row",
        ]
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            let herd = Herd([(4, "cat")])
            if mistake == "no order" { herd.request.sortDescriptors = [] }
            let controller = herd.controller()
            if mistake != "no fetch" { try controller.performFetch() }
            switch mistake {
            case "no fetch", "no object": _ = controller.object(at: [0, 9])
            case "no section": _ = controller.object(at: [-1, 0])
            case "wrong title": _ = controller.section(forSectionIndexTitle: "Z", at: 0)
            case "short path": _ = IndexPath(index: 3).row
            default:
                let keepers = NSFetchedResultsController(
                    fetchRequest: NSFetchRequest<Keeper>(herd.request.requestDescription),
                    managedObjectContext: herd.context, source: herd, sectionNameKeyPath: nil, cacheName: nil)
                try keepers.performFetch()
                _ = keepers.fetchedObjects
            }
        }
        let sentence = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(sentence.contains(sentences[mistake] ?? "?"))
    }
}

/// Paths of rows.
@Suite struct IndexPathTests {
    @Test func `a path has a section and a row, which is an item, too`() {
        var path = IndexPath(row: 3, section: 2)
        #expect(path == [2, 3] && path == IndexPath(item: 3, section: 2))
        #expect(path.section == 2 && path.row == 3 && path.item == 3)
        (path.row, path.section) = (5, 4)
        #expect(path == [4, 5])
        path.item = 6
        #expect(path == [4, 6])
    }
}
