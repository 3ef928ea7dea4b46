import SourcePorting
import Testing

@Suite struct PortedFileTests {
    @Test(arguments: [
        ("@objc(Person)\npublic class Person {}", "public class Person {}"),
        ("@objc public class Person {}", "public class Person {}"),
        ("@objcMembers class A {}", "class A {}"),
        (
            "class A {\n    @objc(addX:)\n    @NSManaged func addToX(_ v: A)\n}",
            "class A {\n    @NSManaged func addToX(_ v: A)\n}"
        ),
        ("class A {\r\n    @objc\r\n    func f() {}\r\n}", "class A {\r\n    func f() {}\r\n}"),
        ("@objc\n@MainActor class A {}", "@MainActor class A {}"),
        ("@nonobjc class func f() {}", "@nonobjc class func f() {}"),
        ("f(#keyPath(Person.friend.name))", "f(\"friend.name\")"),
        ("f(#keyPath(Module.Person.name))", "f(\"name\")"),
        ("f(#keyPath(name))", "f(\"name\")"),
        ("f(#keyPath(Person.friend?.name))", "f(\"friend.name\")"),
        (
            "NSSortDescriptor(key: \"n\", ascending: true, selector: #selector(NSString.localizedStandardCompare(_:)))",
            "NSSortDescriptor(key: \"n\", ascending: true, selector: Selector(\"localizedStandardCompare:\"))"
        ),
        (
            "NSSortDescriptor(key: #keyPath(A.n), ascending: true, selector: #selector(NSString.caseInsensitiveCompare))",
            "NSSortDescriptor(key: \"n\", ascending: true, selector: Selector(\"caseInsensitiveCompare:\"))"
        ),
        (
            "NSSortDescriptor(key: \"n\", ascending: true, selector: #selector(NSNumber.compare))",
            "NSSortDescriptor(key: \"n\", ascending: true, selector: Selector(\"compare:\"))"
        ),
        ("@objc protocol P {\n    @objc func f()\n}", "protocol P: AnyObject {\n    func f()\n}"),
        ("@objc public protocol P: Q {}", "public protocol P: AnyObject, Q {}"),
        ("@objc protocol P: NSObjectProtocol {}", "protocol P: NSObjectProtocol {}"),
        ("@objc(XP) enum P: Int { case a }", "enum P: Int { case a }"),
        ("@objc(Round)\n@MainActor public final class Round: A {}", "@MainActor public final class Round: A {}"),
        ("class A { @objc(a) @NSManaged var a: Int }", "class A { @NSManaged var a: Int }"),
        ("class A { @objc(makeWithX:) class func make(x: Int) {} }", "class A { class func make(x: Int) {} }"),
        ("// @objc class A", "// @objc class A"),
        ("let a = \"@objc #keyPath(A.b)\"", "let a = \"@objc #keyPath(A.b)\""),
        ("let a = \"\\(#keyPath(A.b)) @objc\"", "let a = \"\\(\"b\") @objc\""),
        ("/* @objc /* #keyPath(A.b) */ */ let x = 1", "/* @objc /* #keyPath(A.b) */ */ let x = 1"),
        ("let s = #\"@objc\"#", "let s = #\"@objc\"#"),
        ("let größe = #keyPath(A.größe) // ü", "let größe = \"größe\" // ü"),
        ("", ""),
    ])
    func `what needs the Objective-C runtime goes, and nothing else does`(text: String, expected: String) {
        let file = PortedFile(path: "a.swift", text: text)
        #expect(file.text == expected)
        #expect(file.leftovers.isEmpty)
        #expect(PortedFile(path: "a.swift", text: file.text).edits.isEmpty)
    }

    @Test(arguments: [
        ("a\n#selector(A.f)", 2, "#selector(A.f)"),
        ("t.perform(#selector(A.f(_:)))", 1, "#selector(A.f(_:))"),
        ("Timer(timeInterval: 1, target: self, selector: #selector(f), userInfo: nil)", 1, "#selector(f)"),
        ("\n\n@IBOutlet var x: A", 3, "@IBOutlet"),
        ("f(#keyPath(Person))", 1, "#keyPath(Person)"),
        (
            "NSSortDescriptor(key: \"n\", ascending: true, selector: #selector(A.ranked(_:)))", 1,
            "#selector(A.ranked(_:))"
        ),
        ("protocol P {\n    @objc optional func f()\n}", 2, "@objc"),
        ("protocol P { @objc @MainActor optional var x: Int { get } }", 1, "@objc"),
        ("\n@objc(GameRound) class GameRoundEntity: NSManagedObject {}", 2, "@objc(GameRound)"),
        ("class A { @objc(isDone) @NSManaged var done: Bool }", 1, "@objc(isDone)"),
        ("@NSApplicationMain class A {}", 1, "@NSApplicationMain"),
        ("@UIApplicationMain class A {}", 1, "@UIApplicationMain"),
        ("\n@IBDesignable class A {}", 2, "@IBDesignable"),
        ("@IBInspectable var a = 1", 1, "@IBInspectable"),
        ("observe(\\.x) { _, _ in }", 1, "observe(\\.x"),
        ("self.token = observe(\\Person.name, options: .new) { _, _ in }", 1, "observe(\\Person.name"),
        ("let t = NSClassFromString(\"A\") as? A.Type", 1, "NSClassFromString"),
        ("perform(Selector((\"foo:\")))", 1, "Selector((\"foo:\"))"),
        ("perform(Selector(\"foo:\"))", 1, "Selector(\"foo:\")"),
        ("perform(NSSelectorFromString(name))", 1, "NSSelectorFromString(name)"),
        (
            "let s = NSSortDescriptor(key: nil, ascending: true, selector: Selector((\"rank:\")))", 1,
            "Selector((\"rank:\"))"
        ),
        ("\nString(format: \"%-5s|\", a)", 2, "\"%-5s|\""),
        ("NSPredicate(format: \"name == %s\", a)", 1, "\"name == %s\""),
        ("NSLog(\"%d %1$s\", a)", 1, "\"%d %1$s\""),
        ("(undo.prepare(withInvocationTarget: self) as AnyObject).setName(old)", 1, "prepare"),
        ("import Foundation\nimport UIKit", 2, "import UIKit"),
        ("@preconcurrency import AppKit", 1, "import AppKit"),
        ("import class UIKit.UIColor", 1, "import class UIKit"),
        ("#if DEBUG\nimport UIKit\n#endif", 2, "import UIKit"),
        ("#if os(iOS)\nimport UIKit\n#endif\nimport UIKit", 4, "import UIKit"),
        ("let o = a.observe(\\.x, options: [.new]) { _, _ in }", 1, ".observe(\\.x"),
        ("a.addObserver(self, forKeyPath: \"x\", options: [], context: nil)", 1, "addObserver"),
        ("a.removeObserver(self, forKeyPath: \"x\")", 1, "removeObserver"),
        ("func observeValue(forKeyPath keyPath: String?) {}", 1, "observeValue"),
        ("f(\"\n\\(#selector(g))\")", 1, ""),
    ])
    func `what has no counterpart is left and told`(text: String, line: Int, leftover: String) {
        let file = PortedFile(path: "a.swift", text: text)
        #expect(file.text == text)
        guard !leftover.isEmpty else { return #expect(file.leftovers.count <= 1) }
        #expect(file.leftovers.map(\.line) == [line])
        #expect(file.leftovers.map(\.text) == [leftover])
    }

    @Test(arguments: [
        "center.addObserver(forName: n, object: nil, queue: nil) { _ in }", "center.addObserver(self)",
        "timer.observe(t)", "optional(x)", "func observe(x: Int) {}", "func prepare(withInvocationTarget t: Any) {}",
        "prepare(for: s)", "#if canImport(UIKit)\nimport UIKit\n#else\nimport AppKit\n#endif",
        "#if DEBUG\n#elseif os(macOS)\nimport AppKit\n#endif", "import UIKitten", "import CoreData", "a.import(UIKit)",
        "NSSortDescriptor(key: \"n\", ascending: true, selector: Selector(\"compare:\"))",
        "NSSortDescriptor(key: \"n\", ascending: true, selector: Selector((\"localizedCompare:\")))",
        "String(format: \"%%s %d%% seconds %@\", 1)", "let text = \"%s\"", "NSPredicate(format: \"a == %@\", s)",
    ])
    func `what only looks like it is not told`(text: String) {
        let file = PortedFile(path: "a.swift", text: text)
        #expect(file.text == text)
        #expect(file.leftovers.isEmpty)
    }

    @Test(arguments: [
        ("class P: NSManagedObject {\n    @objc var full: String { a + b }\n}", 2, "full", "P"),
        ("class P: NSManagedObject {\n    func f() {}\n    @objc dynamic public var title = \"x\"\n}", 3, "title", "P"),
        ("class P: CoreData.NSManagedObject { @objc(title) var title = 1 }", 1, "title", "P"),
        ("class P: NSManagedObject {}\nextension P {\n    @objc var age: Int { 1 }\n}", 3, "age", "P"),
        ("class P: NSManagedObject {}\nfinal class Q: P, R {\n    @objc var age: Int { 1 }\n}", 3, "age", "Q"),
        ("import CoreData\nextension Person {\n    @objc var age: Int { 1 }\n}", 3, "age", "Person"),
    ])
    func `a key that goes with its attribute is told`(text: String, line: Int, name: String, owner: String) throws {
        let file = PortedFile(path: "a.swift", text: text)
        #expect(file.edits.count == 1 && !file.text.contains("@objc"))
        let leftover = try #require(file.leftovers.first)
        #expect(file.leftovers.count == 1 && leftover.line == line && leftover.text.hasPrefix("@objc"))
        #expect(leftover.reason.contains("“\(name)”") && leftover.reason.hasSuffix("in the keyTable of \(owner)"))
    }

    @Test(arguments: [
        ("@objcMembers class P: NSManagedObject {}", 1), ("@objcMembers class P: NSObject {}", 0),
        ("class P: NSManagedObject { @objc @NSManaged var a: Int }", 0),
        ("class P: NSManagedObject { @NSManaged @objc var a: Int }", 0),
        ("class P: NSManagedObject { @objc class var a: Int { 1 } }", 0),
        ("class P: NSManagedObject { @objc static var a = 1 }", 0),
        ("class P: NSManagedObject { @objc func a() {} }", 0), ("class P: NSObject { @objc var a = 1 }", 0),
        ("class P: P { @objc var a = 1 }", 0), ("extension Person { @objc var a: Int { 1 } }", 0),
        ("import CoreData\nclass V: View {}\nextension V { @objc var a: Int { 1 } }", 0), ("@objc var a = 1", 0),
    ])
    func `keys of the model, of no managed object and of no object are not told`(text: String, count: Int) {
        let file = PortedFile(path: "a.swift", text: text)
        #expect(!file.text.contains("@objc"))
        #expect(file.leftovers.count == count)
    }

    @Test func `edits tell their places and what was there`() throws {
        let file = PortedFile(path: "a.swift", text: "\n@objc(A) class A { let k = #keyPath(A.b) }")
        #expect(file.edits.map(\.line) == [2, 2])
        #expect(file.edits.map(\.original) == ["@objc(A) ", "#keyPath(A.b)"])
        #expect(file.edits.map(\.replacement) == ["", "\"b\""])
    }

    @Test(arguments: [
        "@objc", "@objc(", "@", "#keyPath", "#keyPath(", "#selector(", "#selector()", "@objc(a\n", "#keyPath(A.)",
        "@objc protocol", "@objc protocol P", "@objc protocol P:", "@objc class", "@objc(a) @", "@objc(a) (",
        ".observe(\\",
        "addObserver(", "observeValue(", "@IBDesignable", "Selector(", "Selector((", "NSSelectorFromString(\"",
        "observe(\\",
        "prepare(", "import", "import class", "NSLog(\"%", "String(format: \"%s", "#if", "#elseif os", "#endif",
        "class P: NSManagedObject { @objc var", "class P: NSManagedObject { @objc var a", "{ @objc var a",
        "class { @objc var a",
        "extension { @objc var a", "class P: { @objc var a",
    ])
    func `what ends early is read to its end`(text: String) {
        _ = PortedFile(path: "a.swift", text: text)
    }
}
