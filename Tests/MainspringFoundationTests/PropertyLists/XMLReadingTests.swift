import Foundation
import MainspringFoundation
import Testing

/// Property lists in XML.
@Suite struct XMLReadingTests {
    private static func list(_ body: String) -> Data {
        Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">\(body)</plist>

            """.utf8)
    }

    @Test(
        arguments: [
            ("<string>a b</string>", .string("a b")),
            ("<string/>", .string("")),
            ("<string></string>", .string("")),
            ("<string>&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;</string>", .string("<&>\"'A😀")),
            ("<string><![CDATA[<a>&b;]]></string>", .string("<a>&b;")),
            ("<string>a<!-- b -->c<![CDATA[d]]>e</string>", .string("acde")),
            ("<string> a\n b </string>", .string(" a\n b ")),
            ("<integer>12</integer>", .integer(12)),
            ("<integer> -12 </integer>", .integer(-12)),
            ("<integer>+7</integer>", .integer(7)),
            ("<integer>0x1F</integer>", .integer(31)),
            ("<integer>9223372036854775808</integer>", .largeInteger(1 << 63)),
            ("<integer>-9223372036854775808</integer>", .integer(.min)),
            ("<real>1.5</real>", .real(1.5)),
            ("<real>-1e3</real>", .real(-1_000)),
            ("<real>+infinity</real>", .real(.infinity)),
            ("<true/>", .boolean(true)),
            ("<false></false>", .boolean(false)),
            ("<date>2001-01-01T00:00:10Z</date>", .date(Date(timeIntervalSinceReferenceDate: 10))),
            ("<date>2000-02-29T12:00:00Z</date>", .date(Date(timeIntervalSinceReferenceDate: -26_481_600))),
            ("<date>1970-01-01T00:00:00Z</date>", .date(Date(timeIntervalSince1970: 0))),
            ("<data>\n\tAQID\n\t</data>", .data(Data([1, 2, 3]))),
            ("<data>AQ==</data>", .data(Data([1]))),
            ("<data>AQI=</data>", .data(Data([1, 2]))),
            ("<data/>", .data(Data())),
            ("<array/>", .array([])),
            ("<array>\n<true/> <string>x</string></array>", .array([.boolean(true), .string("x")])),
            ("<dict/>", .dictionary([:])),
            ("<dict><key>a</key><integer>1</integer></dict>", .dictionary(["a": .integer(1)])),
            ("<dict><key>CF$UID</key><integer>7</integer></dict>", .uid(7)),
            (
                "<dict><key>CF$UID</key><integer>-7</integer></dict>",
                .dictionary(["CF$UID": .integer(-7)])
            ),
            ("<!-- before --><true/><?x y?>", .boolean(true)),
        ] as [(String, PropertyListValue)])
    func `an element is a value`(body: String, value: PropertyListValue) throws {
        #expect(try PropertyListValue(contentsOf: Self.list(body)) == value)
    }

    @Test(arguments: [
        ("", "the list is empty"),
        ("<true/><true/>", "there is more than one value"),
        ("<thing/>", "there is no element “thing” in property lists"),
        ("<array><true/>", "plist ends inside array"),
        ("<array><true/></dict>", "dict ends inside array"),
        ("<string>a", "plist stands in string"),
        ("<string>a<true/></string>", "true stands in string"),
        ("<true>x</true>", "true has a content"),
        ("text", "text stands between elements"),
        ("<string>&nothing;</string>", "the reference “&nothing;” is not known"),
        ("<string>&lt</string>", "a reference does not end"),
        ("<string>&#xD800;</string>", "the reference “&#xD800;” is not known"),
        ("<string>&#x110000;</string>", "the reference “&#x110000;” is not known"),
        ("<string><!-- a</string>", "a comment does not end"),
        ("<string><![CDATA[ a</string>", "a section of characters does not end"),
        ("<?a", "a processing instruction does not end"),
        ("<integer>x</integer>", "“x” is no integer"),
        ("<integer/>", "“” is no integer"),
        ("<integer>18446744073709551616</integer>", "“18446744073709551616” is no integer"),
        ("<integer>-9223372036854775809</integer>", "“-9223372036854775809” is no integer"),
        ("<integer>--1</integer>", "“--1” is no integer"),
        ("<integer>0x</integer>", "“0x” is no integer"),
        ("<real>x</real>", "“x” is no real"),
        ("<date>2001-13-01T00:00:00Z</date>", "“2001-13-01T00:00:00Z” is no date"),
        ("<date>today</date>", "“today” is no date"),
        ("<data>A</data>", "“A” is no data"),
        ("<data>AQ=A</data>", "“AQ=A” is no data"),
        ("<data>A===</data>", "“A===” is no data"),
        ("<data>é</data>", "“é” is no data"),
        ("<dict><key>a</key></dict>", "a key has no value"),
        ("<dict><true/></dict>", "true stands where a key must"),
        ("<dict><key>a</key><true/><key>a</key><true/></dict>", "a dictionary has the key “a” twice"),
        ("<>", "a tag has no name that is known"),
        ("<array <", "dict"),
    ])
    func `what is broken is told`(body: String, sentence: String) throws {
        let error = try #require(throws: PropertyListError.self) { try PropertyListValue(contentsOf: Self.list(body)) }
        // What a tag that does not end runs into is not the point.
        if body != "<array <" { #expect(error.description.hasSuffix(" \(sentence).")) }
    }

    @Test func `nothing that a document declares is read`() throws {
        let laughs = """
            <?xml version="1.0"?>
            <!DOCTYPE plist [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
            <plist><string>&b;&f;</string></plist>
            """
        let error = try #require(throws: PropertyListError.self) {
            try PropertyListValue(contentsOf: Data(laughs.utf8))
        }
        #expect(
            error.description
                == "The property list cannot be used: at byte 22 the document type declares something, which is never read."
        )
    }

    @Test func `a byte order mark is passed over, and UTF-16 is not read`() throws {
        #expect(try PropertyListValue(contentsOf: Data([0xEF, 0xBB, 0xBF]) + Self.list("<true/>")) == .boolean(true))
        let wide = try #require("<plist><true/></plist>".data(using: .utf16))
        let error = try #require(throws: PropertyListError.self) { try PropertyListValue(contentsOf: wide) }
        #expect(error.description.contains("only UTF-8 is read"))
    }

    @Test func `a text that is no UTF-8 is told`() throws {
        let data = Data("<plist><string>a".utf8) + [0xFF] + Data("</string></plist>".utf8)
        let error = try #require(throws: PropertyListError.self) { try PropertyListValue(contentsOf: data) }
        #expect(error == PropertyListError(offset: 15, problem: .badText))
    }

    @Test func `512 lists may be inside each other, and not more`() throws {
        func nested(_ depth: Int) -> Data {
            Self.list(String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth))
        }
        #expect(try PropertyListValue(contentsOf: nested(512)).array?.count == 1)
        let error = try #require(throws: PropertyListError.self) { try PropertyListValue(contentsOf: nested(513)) }
        #expect(error.problem == .tooDeep)
    }
}
