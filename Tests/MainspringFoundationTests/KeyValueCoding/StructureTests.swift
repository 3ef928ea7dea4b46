import Foundation
import MainspringFoundation
import Testing

@Suite struct StructureTests {
    @Test(
        arguments: [
            ("home.frame.origin.x", 1), ("home.frame.origin.y", 2), ("home.frame.size.width", 3),
            ("home.frame.size.height", 4), ("home.range.location", 5), ("home.range.length", 6),
            ("home.turn.rotation", 0), ("home.turn.rotation.x", 0), ("home.turn.rotation.z", 0),
        ])
    func `a member is read and set by its path, and nothing else changes`(path: String, value: Int) {
        let person = Person("Ada")
        let address = Address("London")
        person.home = address
        #expect(person.value(forKeyPath: path, as: Int.self) == value)
        person.setValue(value + 100, forKeyPath: path)
        #expect(person.value(forKeyPath: path, as: Int.self) == value + 100)
        person.setValue(NSNumber(value: value), forKeyPath: path)
        let fresh = Address("London")
        #expect(address.frame == fresh.frame)
        #expect(address.range == fresh.range)
        #expect(address.turn == fresh.turn)
    }

    @Test func `a structure within a structure is read and set whole`() {
        let address = Address("London")
        #expect(address.value(forKeyPath: "frame.size") as? CGSize == CGSize(width: 3, height: 4))
        address.setValue(CGSize(width: 8, height: 9), forKeyPath: "frame.size")
        #expect(address.frame == CGRect(x: 1, y: 2, width: 8, height: 9))
        address.setValue(NSValue(point: CGPoint(x: 5, y: 6)), forKeyPath: "frame.origin")
        #expect(address.frame == CGRect(x: 5, y: 6, width: 8, height: 9))
        address.setValue(NSValue(rect: .zero), forKey: "frame")
        #expect(address.frame == .zero)
    }

    @Test func `the longest name of a member counts`() {
        let address = Address("London")
        address.turn = Turn(x: 1, z: 2)
        #expect(address.value(forKeyPath: "turn.rotation") as? Double == 2)
        #expect(address.value(forKeyPath: "turn.rotation.x") as? Double == 1)
        #expect(address.value(forKeyPath: "turn.rotation.z") as? Double == 2)
    }

    @Test func `an optional member is set to nil`() {
        let address = Address("London")
        address.setValue("half", forKeyPath: "turn.label")
        #expect(address.value(forKeyPath: "turn.label.length") as? Int == 4)
        address.setValue(nil, forKeyPath: "turn.label")
        #expect(address.turn.label == nil)
        #expect(address.value(forKeyPath: "turn.label.length") == nil)
    }

    @Test func `what cannot be set in a structure is an error and changes nothing`() {
        let address = Address("London")
        let table: [(String, Any?, KeyValueError)] = [
            ("frame.size.depth", 1, .undefinedKey("depth", owner: "CGSize")),
            ("frame.depth.width", 1, .undefinedKey("depth", owner: "CGRect")),
            ("turn.sum", 1, .readOnlyKey("sum", owner: "Turn")),
            ("turn.rotation.x", nil, .nilValue("rotation.x", owner: "Turn", expected: "Double")),
            ("frame.size.width", "w", .wrongValue("width", owner: "CGSize", expected: "CGFloat", given: "w (String)")),
            ("frame.size.width.x", 1, .undefinedKey("x", owner: "CGFloat")),
        ]
        for (path, value, error) in table {
            #expect(throws: error) { try KeyValuePath(path).setValue(value, of: address) }
        }
        #expect(address.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
        #expect(address.turn == Turn())
    }

    @Test func `a transform in an array is asked by the longest name too`() throws {
        let turns = [Turn(x: 1, z: 2), Turn(x: 3, z: 4)]
        #expect(try KeyValuePath("rotation.x").value(of: turns) as? [Double] == [1, 3])
        #expect(try KeyValuePath("@sum.rotation.z").value(of: turns) as? Double == 6)
    }

    @Test(
        arguments: [
            ("length", 5), ("self.length", 5), ("uppercaseString.length", 5), ("integerValue", 12), ("intValue", 12),
        ])
    func `a text has the keys of NSString, in either form`(path: String, value: Int) throws {
        for text in ["12 éa", NSString(string: "12 éa")] as [Any] {
            #expect(try KeyValuePath(path).value(of: text) as? NSNumber == NSNumber(value: value))
        }
    }

    @Test func `dates, data, addresses, numbers and objects have keys of Foundation's classes`() throws {
        func read(_ path: String, _ root: Any) throws -> Any? { try KeyValuePath(path).value(of: root) }
        let date = Date(timeIntervalSinceReferenceDate: 5)
        #expect(try read("timeIntervalSinceReferenceDate", date) as? Double == 5)
        #expect(try read("timeIntervalSinceReferenceDate", NSDate(timeIntervalSinceReferenceDate: 5)) as? Double == 5)
        #expect(try read("length", NSData(data: Data([1, 2]))) as? Int == 2)
        let url = try #require(URL(string: "http://host:80/path/file.txt"))
        #expect(try read("host.length", url) as? Int == 4)
        #expect(try read("port", url) as? Int == 80)
        #expect(try read("query", url) == nil)
        #expect(try read("UUIDString.length", UUID()) as? Int == 36)
        for number in [1.5, NSNumber(value: 1.5), Float(1.5), CGFloat(1.5), NSDecimalNumber(string: "1.5")] as [Any] {
            #expect(try read("intValue", number) as? NSNumber == 1)
            #expect(try read("stringValue", number) as? String == "1.5")
        }
        #expect(try read("size.width", NSValue(rect: CGRect(x: 1, y: 2, width: 3, height: 4))) as? CGFloat == 3)
        #expect(try read("description.length", Container()) is Int)
    }
}
