import SourceScanning
import Testing

@Suite struct DeclarationTests {
    private func members(_ text: String) -> [String] {
        ScannedFile(path: "a.swift", text: text).members.map { member in
            let owner = member.owner.joined(separator: ".")
            let kind: String
            switch member.kind {
            case .property(_, let text): kind = ": \(text)"
            case .method(let parameters, let returns):
                let list = parameters.map { "\($0.label ?? "_"): \($0.typeText)" }.joined(separator: ", ")
                kind = "(\(list))\(returns ? " ->" : "")"
            }
            let conditions = member.conditions.isEmpty ? "" : " if " + member.conditions.joined(separator: " && ")
            return "\(member.line) \(member.access) \(owner).\(member.name)\(kind)\(conditions)"
        }
    }

    @Test(arguments: [
        ("class A: B {\n @NSManaged var x: Int?\n}", ["2 internal A.x: Int?"]),
        ("class A { @NSManaged public var x: [String: Set<B>]? }", ["1 public A.x: [String: Set<B>]?"]),
        ("class A { @NSManaged public private(set) var x: Int }", ["1 public A.x: Int"]),
        (
            "class A { @NSManaged var x, y: Int, z: B! }",
            ["1 internal A.x: Int", "1 internal A.y: Int", "1 internal A.z: B!"]
        ),
        ("class A { @objc(foo:) @NSManaged\n func addToX(_ v: B, at i: Int) }", ["2 internal A.addToX(_: B, at: Int)"]),
        ("class A { @NSManaged func f() -> Int }", ["1 internal A.f() ->"]),
        ("public extension A.B { @NSManaged var x: Int }", ["1 public A.B.x: Int"]),
        ("enum O { class A { @NSManaged var x: Int } }", ["1 internal O.A.x: Int"]),
        ("extension O { class A { @NSManaged var x: Int } }", ["1 internal O.A.x: Int"]),
        ("class A { func f() { class B { @NSManaged var x: Int } } }", []),
        ("class A { var y = { 3 }()\n @NSManaged var x: Int }", ["2 internal A.x: Int"]),
        ("class A { class func f() {}\n class var v: Int { 3 }\n @NSManaged var x: Int }", ["3 internal A.x: Int"]),
        ("class A<T: B>: C<T> where T: D { @NSManaged var x: any P & Q }", ["1 internal A.x: any P & Q"]),
        ("// @NSManaged var a: Int\nlet s = \"@NSManaged var b: Int\"", []),
        ("class A { @NSManaged var `class`: Int }", ["1 internal A.class: Int"]),
        ("class A { @available(iOS 13, *) @NSManaged var x: Int }", ["1 internal A.x: Int"]),
        (
            "class A { @NSManaged fileprivate(set) var x: Int; @NSManaged var y: Int }",
            ["1 internal A.x: Int", "1 internal A.y: Int"]
        ),
        ("class A { @NSManaged var t: (Int, String) }", ["1 internal A.t: (Int, String)"]),
        (
            "class A { @NSManaged var f: (Int) -> Void\n @NSManaged var g: Int }",
            ["1 internal A.f: (Int) -> Void", "2 internal A.g: Int"]
        ),
        (
            "#if A\nclass A { @NSManaged var x: Int }\n#elseif B || C\nclass A { @NSManaged var x: Int }\n#else\nclass A { @NSManaged var x: Int }\n#endif",
            [
                "2 internal A.x: Int if (A)", "4 internal A.x: Int if !(A) && (B || C)",
                "6 internal A.x: Int if !(A) && !(B || C)",
            ]
        ),
    ])
    func `managed members are found with what stands around them`(text: String, expected: [String]) {
        #expect(members(text) == expected)
    }

    @Test func `types are found with their names, kinds and superclasses`() {
        let file = ScannedFile(
            path: "a.swift",
            text: """
                import Foundation
                import class CoreData.NSPredicate
                @testable import Other.Sub
                public final class A: NSManagedObject, P { private struct S<T> { enum E { case a(Int) } } }
                @MainActor actor B {}
                private typealias C = [A.S<Int>]
                protocol P: AnyObject { var x: Int { get } }
                """)
        #expect(file.importedModules == ["Foundation", "CoreData", "Other"])
        #expect(
            file.types.map { "\($0.access) \($0.path.joined(separator: ".")) \($0.isGeneric)" } == [
                "public A false", "private A.S true", "private A.S.E true", "internal B false", "private C false",
                "internal P false",
            ])
        #expect(file.types.first?.inherited == [TypeExpression(name: "NSManagedObject"), TypeExpression(name: "P")])
        #expect(file.types[3].attributes == ["MainActor"])
    }

    @Test(arguments: [
        "class", "class A", "class A: ", "@NSManaged", "class A { @NSManaged var", "class A { @NSManaged var x:",
        "class A { @NSManaged func f(", "import", "extension", "typealias A", "#if", "#else", "}}}", "class A<",
        "class A { @NSManaged var x: [[[", "class A { @NSManaged func f(_ x: ",
    ])
    func `what ends early is read to its end`(text: String) {
        _ = ScannedFile(path: "a.swift", text: text)
    }

    @Test func `types may stand in each other beyond all measure`() {
        let text = "class A { @NSManaged var x: " + String(repeating: "[", count: 50_000)
        #expect(ScannedFile(path: "a.swift", text: text).members.count == 1)
    }
}
