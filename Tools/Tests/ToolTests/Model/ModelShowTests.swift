import Foundation
import FoundationXML
@_spi(Tools) import MainspringModel
import Testing

@Suite struct ModelShowTests {
    @Test(.enabled(if: AppleStores.areHere, AppleStores.skipped), arguments: AppleStores.models)
    func `each model is shown as text, JSON and a picture`(path: String) throws {
        let model = AppleStores.url(path).path
        let text = try Tool.run("model", "show", model)
        #expect(text.status == 0 && text.output.contains("entity "), "\(text.errors)")
        let entities = try #require(
            try Tool.run("model", "show", model, "--json").json()["entities"] as? [[String: Any]])
        #expect(entities.count == text.lines.count { $0.hasPrefix("entity ") || $0.hasPrefix("abstract entity ") })
        let picture = try Tool.run("model", "show", model, "--svg", "-").output
        #expect(XMLParser(data: Data(picture.utf8)).parse())
        for entity in entities { #expect(picture.contains(">\(entity["name"] ?? "")</text>")) }
    }

    @Test(.enabled(if: AppleStores.areHere, AppleStores.skipped))
    func `what Xcode edits and what it has compiled is shown in the same lines`() throws {
        let source = try Tool.run("model", "show", AppleStores.url("samplemodel/SampleModel3.xcdatamodeld").path)
        let compiled = try Tool.run("model", "show", AppleStores.url("samplemodel/SampleModel3.momd").path)
        #expect(source.lines.filter { !$0.hasPrefix("version") } == compiled.lines.filter { !$0.hasPrefix("version") })
    }

    @Test(.enabled(if: AppleStores.areHere, AppleStores.skipped))
    func
        `a store shows the model that it keeps, and a file without its ending is read by what is in it, as git gives it`()
        throws
    {
        let run = try Tool.run("model", "show", AppleStores.url("nomodel/netusage.sqlite").path)
        #expect(run.status == 0 && run.lines.count { $0.contains("entity ") } == 18, "\(run.errors)")
        try Tool.inFolder { folder in
            let file = folder.appendingPathComponent("x_contents")
            let contents = AppleStores.url(
                "testmodel/Container_Example.xcdatamodeld/Container_Example.xcdatamodel/contents")
            try FileManager.default.copyItem(at: contents, to: file)
            #expect(try Tool.run("model", "show", file.path).status == 0)
        }
    }

    @Test func `the order in a file makes no difference`() throws {
        try Tool.inFolder { folder in
            let (first, second) = (
                folder.appendingPathComponent("First.mom"), folder.appendingPathComponent("Second.mom")
            )
            let model = Library.model()
            try model.write(to: first)
            model.entities.reverse()
            for entity in model.entities where entity.superentity == nil { entity.properties.reverse() }
            try model.write(to: second)
            #expect(try Tool.run("model", "show", first.path).output == Tool.run("model", "show", second.path).output)
        }
    }

    @Test func `a picture is written whole into its file, and says how many there may be at each end`() throws {
        try Tool.inFolder { folder in
            let (model, picture) = (
                folder.appendingPathComponent("Library.mom"), folder.appendingPathComponent("library.svg")
            )
            try Library.model().write(to: model)
            #expect(try Tool.run("model", "show", model.path, "--svg", picture.path).status == 0)
            let text = try String(contentsOf: picture, encoding: .utf8)
            // An author of many books in order, many favourites of many readers, and a comic that is a book.
            #expect(text.components(separatedBy: "stroke-dasharray").count == 2)
            #expect(text.components(separatedBy: "<circle").count == 5)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
            let bad = try Tool.run("model", "show", model.path, "--svg", folder.path + "/no/folder.svg")
            #expect(bad.status == 2 && bad.errors.contains("no/folder.svg"))
        }
    }
}
