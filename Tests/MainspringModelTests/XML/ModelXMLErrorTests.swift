import Foundation
import SeededRandom
import Testing

@_spi(Tools) @testable import MainspringModel

@Suite struct ModelXMLErrorTests {
    @Test(arguments: [
        (#"<entity/>"#, "test/contents, line 3, entity: the attribute “name” is missing; add it."),
        (
            #"<entity name="A"><attribute name="a" attributeType="Color"/></entity>"#,
            "line 3, attribute “a”: “Color” for “attributeType” is not one of Undefined, Integer 16"
        ),
        (
            #"<entity name="A"><attribute name="a" attributeType="String" optional="MAYBE"/></entity>"#,
            "“MAYBE” for “optional” is not YES or NO"
        ),
        (
            #"<entity name="A"><attribute name="a" attributeType="Integer 16" defaultValueString="70000"/></entity>"#,
            "“70000” for “defaultValueString” is not a value of type Integer 16"
        ),
        (
            #"<entity name="A"><attribute name="a" attributeType="Date" defaultDateTimeInterval="now"/></entity>"#,
            "“now” for “defaultDateTimeInterval” is not a number of seconds since 2001"
        ),
        (
            #"<entity name="A"><attribute name="a" attributeType="String" minValueString="few"/></entity>"#,
            "“few” for “minValueString” is not a number"
        ),
        (
            #"<entity name="A"><attribute name="a" derived="YES" attributeType="String"/></entity>"#,
            "has no “derivationExpression”; add it"
        ),
        (
            #"<entity name="A"><attribute name="a" attributeType="Composite"/></entity>"#,
            "the composite attribute has no elements"
        ),
        (
            #"<entity name="A"><attribute name="a" attributeType="Composite" compositeName="B"/></entity>"#,
            "there is no composite “B” in the model"
        ),
        (
            #"""
            <entity name="A"><attribute name="a" attributeType="Composite" compositeName="B"/></entity>
            <composite name="B"><attribute name="b" attributeType="Composite" compositeName="B"/></composite>
            """#,
            "composites stand in themselves"
        ),
        (#"<entity name="A"/><entity name="A"/>"#, "there are two entities “A”; give one of them another name"),
        (#"<entity name="A" parentEntity="B"/>"#, "line 3, entity “A”: there is no entity “B”"),
        (#"<entity name="A" parentEntity="A"/>"#, "the entity “A” inherits from itself"),
        (
            #"<entity name="A" parentEntity="B"/><entity name="B" parentEntity="C"/><entity name="C" parentEntity="B"/>"#,
            "inherits from itself, through others or directly"
        ),
        (
            #"<entity name="A"><relationship name="r" deletionRule="Nullify" destinationEntity="B"/></entity>"#,
            "line 3, relationship “r”: there is no entity “B”"
        ),
        (
            #"<entity name="A"><relationship name="r" deletionRule="Forget" destinationEntity="A"/></entity>"#,
            "“Forget” for “deletionRule” is not No Action, Nullify, Cascade or Deny"
        ),
        (
            #"<entity name="A"><relationship name="r" maxCount="-1" destinationEntity="A"/></entity>"#,
            "“-1” for “maxCount” is not a number from 0 on"
        ),
        (
            #"<entity name="A"><relationship name="r" destinationEntity="A" inverseName="s" inverseEntity="A"/></entity>"#,
            "the entity “A” has no relationship “s”, which is named as the inverse"
        ),
        (
            #"""
            <entity name="A"><relationship name="r" destinationEntity="B" inverseName="s" inverseEntity="C"/></entity><entity name="B"><relationship name="s" destinationEntity="A" inverseName="r"/></entity><entity name="C"/>
            """#,
            "the entity “C” has no relationship “s”, which is named as the inverse there; name the entity that has it, mostly the destination “B”"
        ),
        (
            #"""
            <entity name="A"><relationship name="r" destinationEntity="A" inverseName="s"/><relationship name="s" destinationEntity="A" inverseName="s"/></entity>
            """#,
            "inverse"
        ),
        (
            #"<entity name="A"/><configuration name="C"><memberEntity name="B"/></configuration>"#,
            "there is no entity “B”"
        ),
        (#"<fetchRequest name="F" entity="B"/>"#, "line 3, fetchRequest “F”: there is no entity “B”"),
        (
            #"<entity name="A"/><fetchRequest name="F" entity="A" predicateString="a =="/>"#,
            "line 3, fetchRequest “F”: the predicate of “predicateString” cannot be read"
        ),
        (#"<entity name="A"><fetchedProperty name="f"/></entity>"#, "the fetched property has 0 fetch requests"),
        (
            #"<entity name="A"><attribute name="a" attributeType="String"/><attribute name="a" attributeType="String"/></entity>"#,
            "The entity \"A\" has two properties named \"a\""
        ),
        (
            #"<entity name="A"><fetchIndex name="i"><fetchIndexElement property="a" type="Round"/></fetchIndex></entity>"#,
            "“Round” for “type” is not Binary or RTree"
        ),
    ])
    func `an error names file, line, element, and what to do`(content: String, sentence: String) throws {
        let error = #expect(throws: ModelFileError.self) { try EverythingModel.read(EverythingModel.xml(content)) }
        let description = error?.description ?? ""
        #expect(description.contains(sentence))
        #expect(description.hasPrefix("test/contents"))
    }

    @Test(arguments: [
        (
            #"<?xml version="1.0"?><!DOCTYPE model SYSTEM "file:///etc/passwd"><model/>"#,
            "a document type is declared, which is never needed"
        ),
        (
            #"<!DOCTYPE model [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><model><entity name="&b;"/></model>"#,
            "a document type is declared"
        ),
        (#"<model><entity name="&file;"/></model>"#, "the reference “&file;” is not known"),
        (#"<model><entity name="&#1114112;"/></model>"#, "is not known"),
        (#"<model><entity name="A></model>"#, "a tag does not end"),
        (#"<model><entity name=A/></model>"#, "the value of the attribute “name” is not in quotes"),
        (#"<model><entity name/></model>"#, "an attribute has no name or no value"),
        (#"<model><entity name="A" name="B"/></model>"#, "the attribute “name” stands twice in a tag"),
        (#"<model></entity></model>"#, "entity ends and did not begin"),
        (#"<model/><model/>"#, "something follows the model"),
        (#"<model>text</model>"#, "text stands between elements"),
        (#"<model>"#, "model does not end"),
        ("", "there is no element"),
        ("\u{FEFF}", "there is no element"),
        (#"<plan/>"#, "the outermost element is plan, not model"),
    ])
    func `hostile and broken XML is refused with a sentence`(xml: String, sentence: String) throws {
        let error = #expect(throws: ModelFileError.self) { try EverythingModel.read(xml) }
        #expect(error?.description.contains(sentence) == true)
        #expect(error?.description.hasPrefix("test/contents, line 1") == true)
    }

    @Test func `elements deeper in each other than any model needs are refused`() {
        let deep = String(repeating: "<a>", count: 600) + String(repeating: "</a>", count: 600)
        let error = #expect(throws: ModelFileError.self) { try EverythingModel.read("<model>\(deep)</model>") }
        #expect(error?.description.contains("more than 512 elements are inside each other") == true)
    }

    @Test func `composites that double are refused`() {
        let levels = (0..<30).map { level in
            let next = level + 1
            return """
                <composite name="C\(level)">\
                <attribute name="a" attributeType="Composite" compositeName="C\(next)"/>\
                <attribute name="b" attributeType="Composite" compositeName="C\(next)"/></composite>
                """
        }
        let xml = EverythingModel.xml(
            #"<entity name="A"><attribute name="a" attributeType="Composite" compositeName="C0"/></entity>"#
                + levels.joined() + #"<composite name="C30"><attribute name="x" attributeType="String"/></composite>"#)
        let error = #expect(throws: ModelFileError.self) { try EverythingModel.read(xml) }
        #expect(error?.description.contains("more entities, properties and parts of them") == true)
    }

    @Test func `a long chain of inheritance is refused`() {
        let chain = (0..<3_000).map { #"<entity name="E\#($0)" parentEntity="E\#($0 + 1)"/>"# }
        let xml = EverythingModel.xml(chain.joined() + #"<entity name="E3000"/>"#)
        let error = #expect(throws: ModelFileError.self) { try EverythingModel.read(xml) }
        #expect(error?.description.contains("inherit more than 256 levels deep") == true)
    }

    @Test func `XML that ends at any byte is refused and does no harm`() {
        let bytes = [UInt8](EverythingModel.shortXML.utf8)
        #expect(throws: Never.self) {
            try ModelXMLReader.read(Data(bytes), path: "whole", into: NSManagedObjectModel())
        }
        for count in 0..<bytes.count {
            #expect(throws: ModelFileError.self) {
                try ModelXMLReader.read(Data(bytes[..<count]), path: "cut", into: NSManagedObjectModel())
            }
        }
    }

    @Test(arguments: Seeds.first(4))
    func `XML with wrong bytes is refused or read, and does no harm`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var bytes = [UInt8](EverythingModel.xml.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let model = NSManagedObjectModel()
            do throws(ModelFileError) {
                _ = try ModelXMLReader.read(Data(bytes), path: "flipped", into: model)
                #expect(model.issues.isEmpty, "seed \(seed)")
                model.freeze()
            } catch {
                #expect(error.description.hasPrefix("flipped"), "seed \(seed)")
            }
        }
    }
}
