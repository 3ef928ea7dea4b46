import Foundation
@_spi(Tools) import MainspringModel
import Testing

@Suite struct ModelDiffTests {
    /// Writes two models, and compares them.
    private func diff(_ change: (NSManagedObjectModel) -> Void) throws -> Tool.Run {
        try Tool.inFolder { folder in
            let (first, second) = (
                folder.appendingPathComponent("First.mom"), folder.appendingPathComponent("Second.mom")
            )
            try Library.model().write(to: first)
            let model = Library.model()
            change(model)
            try model.write(to: second)
            return try Tool.run("model", "diff", first.path, second.path)
        }
    }

    @Test func `equal models are told by the status alone`() throws {
        let run = try diff { _ in }
        #expect(run.status == 0 && run.output == "The models are equal.\n", "\(run.output)\(run.errors)")
    }

    @Test func `what makes no new version needs no migration`() throws {
        let run = try diff { $0.entitiesByName["Book"]?.userInfo = ["note": "x"] }
        #expect(
            run.status == 1
                && run.lines.last == "A store of the one opens with the other: what differs makes no new version.")
    }

    @Test func `a new attribute is bridged in place`() throws {
        let run = try diff { model in
            let isbn = NSAttributeDescription()
            (isbn.name, isbn.type) = ("isbn", .string)
            model.entitiesByName["Book"]?.properties.append(isbn)
        }
        #expect(run.status == 1 && run.lines.last == "Lightweight migration bridges it in place.", "\(run.output)")
        #expect(run.lines.first == "* The property \"isbn\" of the entity \"Book\" was added.", "\(run.output)")
    }

    @Test func `what has another name is said to be what it was`() throws {
        let run = try diff { model in
            let title = model.entitiesByName["Book"]?.attributesByName["title"]
            title?.name = "headline"
            title?.renamingIdentifier = "title"
        }
        let sentence: String =
            "  The property \"headline\" of the entity \"Book\" is what \"title\" was: its values stay."
        #expect(run.status == 1 && run.lines.contains(sentence), "\(run.output)")
    }

    @Test func `rows are copied where a column goes`() throws {
        let run = try diff { model in
            model.entitiesByName["Book"]?.properties.removeAll { $0.name == "pages" }
        }
        #expect(run.lines.last == "Lightweight migration bridges it; the rows of ZBOOK are copied.", "\(run.output)")
    }

    @Test func `another type is bridged by nothing, with the reason`() throws {
        let run = try diff { model in
            model.entitiesByName["Book"]?.attributesByName["pages"]?.attributeType = .stringAttributeType
        }
        #expect(
            run.status == 1 && run.lines.last?.hasPrefix("No lightweight migration bridges it.") == true,
            "\(run.output)")
        #expect(run.lines.last?.contains("pages") == true)
    }

    @Test(.enabled(if: AppleStores.areHere, AppleStores.skipped))
    func `versions of one model are compared by their names`() throws {
        let model = AppleStores.url("samplemodel/SampleModel.xcdatamodeld").path
        let run = try Tool.run("model", "diff", model, "--from", "SampleModel", "--to", "SampleModel2", "--json")
        let report = try run.json()
        #expect(run.status == 1 && ["in place", "copied"].contains(report["migration"] as? String), "\(run.output)")
        let unknown = try Tool.run("model", "diff", model, "--from", "Nobody")
        #expect(unknown.status == 2 && unknown.errors.contains("It has: SampleModel, SampleModel2, SampleModel3."))
        #expect(try Tool.run("model", "diff", model).status == 64)
    }
}
