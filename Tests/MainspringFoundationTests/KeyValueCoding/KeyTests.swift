import Foundation
import MainspringFoundation
import Testing

@Suite struct KeyTests {
    @Test func `a value is read by its key, as the property's type has it`() {
        let person = Person("Ada", age: 36)
        #expect(person.value(forKey: "name") as? String == "Ada")
        #expect(person.value(forKey: "age") as? Int == 36)
        #expect(person.value(forKey: "role") as? Person.Role == .worker)
        #expect(person.value(forKey: "nickname") == nil)
        person.nickname = "Countess"
        #expect(person.value(forKey: "nickname") as? String == "Countess")
        #expect(person.value(forKey: "initial") as? String == "A")
    }

    @Test func `a number that is read is an NSNumber to whoever asks`() {
        let person = Person("Ada", age: 36)
        #expect(person.value(forKey: "age") as? NSNumber == 36)
        #expect((Container().value(forKeyPath: "bounds.size.width") as? NSNumber)?.doubleValue == 10)
    }

    @Test func `a value that is set is converted to the property's type`() {
        let person = Person("Ada")
        person.setValue(NSNumber(value: 36.9), forKey: "age")
        #expect(person.age == 36)
        person.setValue(NSString(string: "Countess"), forKey: "nickname")
        #expect(person.nickname == "Countess")
        person.setValue(7, forKey: "salary")
        #expect(person.salary == 7)
        person.setValue(1, forKey: "role")
        #expect(person.role == .chief)
        person.setValue(["a", NSString(string: "b")] as [Any], forKey: "tags")
        #expect(person.tags == ["a", "b"])
        person.setValue(NSArray(array: [Person("Bob")]), forKey: "friends")
        #expect(person.friends.map(\.name) == ["Bob"])
    }

    @Test func `nil is set where the property is optional, in whatever it is wrapped`() {
        let person = Person("Ada")
        person.nickname = "x"
        person.setValue(nil, forKey: "nickname")
        #expect(person.nickname == nil)
        person.nickname = "x"
        person.setValue(Optional<Optional<String>>.some(nil) as Any, forKey: "nickname")
        #expect(person.nickname == nil)
    }

    @Test func `nil for a property that cannot be nil goes to setNilValueForKey`() throws {
        let container = Container()
        container.setValue(nil, forKey: "opacity")
        #expect(container.opacity == 0)
        #expect(throws: KeyValueError.nilValue("bounds", owner: "Container", expected: "CGRect")) {
            try KeyValuePath("bounds").setValue(nil, of: container)
        }
        #expect(container.bounds.width == 10)
    }

    @Test func `a value of a wrong type changes nothing and is an error`() {
        let person = Person("Ada", age: 36)
        #expect(
            throws: KeyValueError.wrongValue("age", owner: "Person", expected: "Int", given: "a lot (String)")
        ) {
            try KeyValuePath("age").setValue("a lot", of: person)
        }
        #expect(person.age == 36)
        #expect(throws: KeyValueError.self) { try KeyValuePath("role").setValue(5, of: person) }
        #expect(person.role == .worker)
    }

    @Test(arguments: ["born", "initial"]) func `a property that can only be read is not set`(key: String) {
        #expect(throws: KeyValueError.readOnlyKey(key, owner: "Person")) {
            try KeyValuePath(key).setValue(1, of: Person("Ada"))
        }
    }

    @Test func `a subclass has its superclass's keys, and its own in their place`() {
        let employee = Employee("Ada", age: 36)
        employee.setValue(300, forKey: "number")
        #expect(employee.number == 0)
        employee.setValue(200, forKey: "number")
        #expect(employee.value(forKey: "number") as? UInt8 == 200)
        #expect(employee.value(forKey: "age") as? Int == 36)
        #expect(employee.value(forKey: "name") as? String == "employee Ada")
        #expect((employee as Person).value(forKey: "name") as? String == "employee Ada")
        #expect(Guest("Bob").value(forKey: "name") as? String == "Bob")
        #expect(KeyTable.of(Guest.self).keys == KeyTable.of(Person.self).keys)
        #expect(KeyTable.of(Employee.self).keys == (KeyTable.of(Person.self).keys + ["number"]).sorted())
    }

    @Test func `keys may be registered for a class after it was used, and its subclasses have them`() {
        class Base: KeyValueCoding {
            var size = 1
            var weight = 2
            class var keyTable: KeyTable { table }
            static let table = KeyTable(Base.self) { $0.add("size", \.size) }
        }
        class Middle: Base {}
        class Leaf: Middle {
            var color = "red"
        }
        let leaf = Leaf()
        #expect(KeyTable.of(Leaf.self).keys == ["size"])
        KeyTable.register(Leaf.self) { $0.add("color", \.color) }
        KeyTable.register(Base.self) { $0.add("weight", \.weight) }
        #expect(leaf.value(forKey: "color") as? String == "red")
        #expect(leaf.value(forKey: "weight") as? Int == 2)
        #expect(KeyTable.of(Middle.self).keys == ["size", "weight"])
        KeyTable.register(Leaf.self) { $0.add("size", get: { _ in 100 }) }
        #expect(leaf.value(forKey: "size") as? Int == 100)
        #expect(Middle().value(forKey: "size") as? Int == 1)
        #expect(KeyTable.of(Leaf.self).keys == ["color", "size", "weight"])
    }

    @Test func `keys may be registered for a class that is not key-value coding`() throws {
        final class Plain { var inner = CGPoint(x: 1, y: 2) }
        KeyTable.register(Plain.self) { $0.add("inner", \.inner) }
        let plain = Plain()
        #expect(try KeyValuePath("inner.y").value(of: plain) as? CGFloat == 2)
        try KeyValuePath("inner.y").setValue(7, of: plain)
        #expect(plain.inner == CGPoint(x: 1, y: 7))
        #expect(try KeyValuePath("@max.inner.y").value(of: [plain, Plain()]) as? CGFloat == 7)
    }

    @Test func `a class that takes any key stores it and reads it back`() {
        let container = Container()
        #expect(container.value(forKey: "unknown") == nil)
        container.setValue(5, forKey: "unknown")
        #expect(container.value(forKey: "unknown") as? Int == 5)
        container.setValue(CGPoint(x: 1, y: 2), forKey: "place")
        container.setValue(9, forKeyPath: "place.x")
        #expect(container.value(forKeyPath: "place.x") as? CGFloat == 9)
        container.setValue(nil, forKey: "unknown")
        #expect(container.value(forKey: "unknown") == nil)
    }

    @Test func `a subclass overrides a method that its superclass declares`() {
        let container: Container = LoudContainer()
        container.setValue("quiet", forKey: "text")
        #expect(container.value(forKey: "text") as? String == "QUIET")
        #expect(container.value(forKeyPath: "text.length") as? Int == 5)
        #expect((container as any KeyValueCoding).value(forKey: "text") as? String == "QUIET")
        #expect(container.value(forKeyPath: "opacity") as? Float == 1)
    }

    @Test func `a class whose keys are known at run time only answers itself`() throws {
        let record = Record(["title", "owner"])
        record.setValue("Notes", forKey: "title")
        record.setValue(Person("Ada", age: 36), forKey: "owner")
        #expect(record.value(forKeyPath: "owner.age") as? Int == 36)
        record.setValue(37, forKeyPath: "owner.age")
        #expect(record.value(forKeyPath: "owner.age") as? Int == 37)
        #expect(try KeyValuePath("@sum.owner.age").value(of: [record, record]) as? Int == 74)
        #expect(throws: KeyValueError.undefinedKey("none", owner: "Record")) {
            try KeyValuePath("owner.age").setValue(1, of: record)
            _ = try KeyValuePath("none").value(of: record)
        }
    }

    @Test func `self is the object`() {
        let person = Person("Ada")
        #expect(person.value(forKey: "self") as? Person === person)
        #expect(person.value(forKeyPath: "self.name") as? String == "Ada")
    }

    @Test func `many values are read and set at once, with NSNull for nil`() {
        let person = Person("Ada", age: 36)
        let values = person.dictionaryWithValues(forKeys: ["name", "nickname", "age", "name"])
        #expect(values.count == 3)
        #expect(values["name"] as? String == "Ada")
        #expect(values["nickname"] is NSNull)
        person.nickname = "x"
        person.setValuesForKeys(["name": "Bob", "nickname": NSNull(), "age": 5])
        #expect(person.name == "Bob")
        #expect(person.nickname == nil)
        #expect(person.age == 5)
    }

    @Test func `validation converts a value, or throws`() throws {
        let person = Person("Ada")
        var value: Any? = NSNumber(value: 5.5)
        try person.validateValue(&value, forKey: "age")
        #expect(value as? Int == 5)
        value = "old"
        #expect(throws: KeyValueError.self) { try person.validateValue(&value, forKey: "age") }
        #expect(value as? String == "old")
        value = nil
        #expect(throws: KeyValueError.self) { try person.validateValue(&value, forKey: "age") }
        try person.validateValue(&value, forKey: "nickname")
        try person.validateValue(&value, forKey: "no such key")
        person.home = Address("London")
        value = 5
        #expect(throws: KeyValueError.self) { try person.validateValue(&value, forKeyPath: "home.city") }
    }

    @Test func `a value is read as a type, converted`() {
        let container = Container()
        container.opacity = 0.5
        #expect(container.value(forKey: "opacity", as: Double.self) == 0.5)
        #expect(container.value(forKeyPath: "bounds.size.width", as: Int.self) == 10)
        #expect(container.value(forKey: "opacity", as: String.self) == nil)
        #expect(container.value(forKey: "bounds", as: NSValue.self)?.rectValue.width == 10)
    }
}
