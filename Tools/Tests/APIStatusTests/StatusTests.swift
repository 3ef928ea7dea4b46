import Foundation
import Testing

@testable import APIStatus

/// What the status page says.
@Suite struct StatusTests {
    private static func symbol(_ path: String, isType: Bool = false) -> APISymbol {
        let parts = path.split(separator: "/").map(String.init)
        return APISymbol(module: "M", owner: parts.count > 1 ? parts[0] : nil, name: parts.last ?? "", isType: isType)
    }

    private static let symbols = [
        symbol("CALayer", isType: true), symbol("CALayer/duration"), symbol("CALayer/add(_:forKey:)"),
        symbol("CAAnimation", isType: true), symbol("CAAnimation/duration"), symbol("CADisplayLink", isType: true),
        symbol("NSFetchRequest", isType: true), symbol("NSAsynchronousFetchRequest", isType: true),
    ]

    @Test(arguments: [
        ("`CALayer` is a class", ["CALayer"]),
        ("`add(_:forKey:)` copies", ["CALayer.add(_:forKey:)"]),
        ("`CALayer.duration` counts", ["CALayer.duration"]),
        ("a layer's `duration` counts", ["CALayer.duration"]),
        ("`duration` counts", []),
        ("a display link beats", ["CADisplayLink"]),
        ("an asynchronous fetch request waits", ["NSAsynchronousFetchRequest"]),
        ("a layer is drawn", []),
    ])
    func `a difference is noted with what it names`(sentence: String, names: [String]) {
        var symbols = Self.symbols
        let row = DeviationTable.Row(section: "Layers", there: sentence, here: "otherwise", why: "")
        let named = DifferenceMatcher.mark(&symbols, with: [row])
        #expect(symbols.filter { !$0.differences.isEmpty }.map(\.path) == names)
        #expect(named.isEmpty == names.isEmpty)
    }

    @Test func `functions whose names begin with a type's are its members`() {
        let symbols = [
            Self.symbol("CFRunLoop", isType: true), Self.symbol("CFRunLoopTimer", isType: true),
            Self.symbol("CFRunLoopTimerIsValid(_:)"), Self.symbol("kCFRunLoopDefaultMode"),
            Self.symbol("CFDateCreate(_:_:)"),
        ]
        let entries = TypeGrouping.entries(of: symbols)
        #expect(entries.map(\.name) == ["CFRunLoop", "CFRunLoopTimer", nil])
        #expect(
            entries.map { $0.members.map(\.name) } == [
                ["kCFRunLoopDefaultMode"], ["CFRunLoopTimerIsValid(_:)"], ["CFDateCreate(_:_:)"],
            ])
    }

    @Test func `states, reasons and gaps come from graphs, sources, differences and tests`() throws {
        let package = NSTemporaryDirectory() + "/mainspring-status-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: package) }
        for folder in Catalogue.tests {
            try FileManager.default.createDirectory(
                atPath: package + "/" + folder, withIntermediateDirectories: true)
        }
        for (path, text) in Self.files {
            let file = URL(fileURLWithPath: package + "/" + path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: false, encoding: .utf8)
        }
        let framework = Framework(title: "Lamps", modules: ["Lamps"], prefixes: ["LA"], sections: ["Lamps"])
        let catalogue = try Catalogue(of: [framework], graphs: package + "/graphs", package: package)
        let entries = try #require(catalogue.parts.first).entries
        #expect(entries.map(\.name) == ["LABulb", "LALamp", "LALaser"])
        #expect(entries.map(\.status) == [.present, .partly, .unavailable])
        #expect(FrameworkSection.untested(entries) == ["LALamp.dim(to:)"])
        #expect(
            catalogue.absences == [
                .init(name: "LACandle", reason: "no fire"), .init(name: "LATorch", reason: nil),
            ])
        let text = StatusPage(catalogue).text
        #expect(text.contains("| Lamps | 1 | 1 | 1 | 1 | 1 | 0 | 1 |"))
        #expect(text.contains("| `LALaser` | unavailable | 0 | 0 | There are none. |"))
        #expect(text.contains("`dim(to:)` dims at once → slowly"))
        #expect(text.contains("| Lanterns | lamps |"))
    }

    /// A package of one module, with all that the page is made from.
    private static let files = [
        "graphs/Lamps/Lamps.symbols.json": """
        {"symbols": [
            {"kind": {"identifier": "swift.class"}, "pathComponents": ["LABulb"]},
            {"kind": {"identifier": "swift.class"}, "pathComponents": ["LALamp"]},
            {"kind": {"identifier": "swift.method"}, "pathComponents": ["LALamp", "dim(to:)"]},
            {"kind": {"identifier": "swift.property"}, "pathComponents": ["LALamp", "isOn"]},
            {"kind": {"identifier": "swift.property"}, "pathComponents": ["LALamp", "glow"],
             "docComment": {"lines": [{"text": "Ours: a glow."}]}},
            {"kind": {"identifier": "swift.class"}, "pathComponents": ["Wick"]}
        ]}
        """,
        "Sources/Lamps/Laser.swift": """
        @available(*, unavailable, message: "There are none.")
        public final class LALaser {}
        """,
        "Sources/Mainspring/Documentation.docc/FromAnApplePlatform.md": """
        ### What is not here, and what to use instead

        | there | here |
        |---|---|
        | Lanterns | lamps |
        """,
        "Tests/LampTests/LampTests.swift":
            "import Lamps\nlet lamp = LALamp()\nlet bulb: LABulb? = lamp.isOn ? nil : nil",
        "Tools/APIStatus/KnownNames.txt": "# Names.\nLALamp\nLATorch\n",
        "DEVIATIONS.md": """
        ## Lamps
        | Apple's | here | why |
        |---|---|---|
        | `dim(to:)` dims at once | slowly | eyes |
        | `LACandle` | missing | no fire |
        """,
    ]
}
