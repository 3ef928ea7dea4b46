import Foundation
import MainspringFoundation

/// A pure Swift class with keys of most kinds.
class Person: KeyValueCoding {
    enum Role: Int { case worker, chief }

    var name: String
    var age: Int
    var nickname: String?
    var salary: Double = 0
    var bonus: Decimal = 0
    var role = Role.worker
    var friends: [Person] = []
    var home: Address?
    var tags: Set<String> = []
    var info: [String: Any] = [:]
    let born = 1970

    init(_ name: String, age: Int = 0) {
        self.name = name
        self.age = age
    }

    class var keyTable: KeyTable { table }
    private static let table = KeyTable(Person.self) {
        $0.add("name", \.name)
        $0.add("age", \.age)
        $0.add("nickname", \.nickname)
        $0.add("salary", \.salary)
        $0.add("bonus", \.bonus)
        $0.add("role", \.role)
        $0.add("friends", \.friends)
        $0.add("home", \.home)
        $0.add("tags", \.tags)
        $0.add("info", \.info)
        $0.add("born", \.born)
        $0.add("initial", get: { $0.name.first.map(String.init) })
    }
}

final class Employee: Person {
    var number: UInt8 = 0

    override class var keyTable: KeyTable { table }
    private static let table = KeyTable(Employee.self) {
        $0.add("number", \.number)
        $0.add("name", get: { "employee " + $0.name }, set: { $0.name = $1 })
    }
}

/// Declares nothing: it has what its superclass has.
final class Guest: Person {}

final class Address: KeyValueCoding {
    var city: String
    var frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    var range = NSRange(location: 5, length: 6)
    var turn = Turn()

    init(_ city: String) { self.city = city }

    static let keyTable = KeyTable(Address.self) {
        $0.add("city", \.city)
        $0.add("frame", \.frame)
        $0.add("range", \.range)
        $0.add("turn", \.turn)
    }
}

/// A structure with members that are computed, and one whose name begins another's.
struct Turn: KeyValueStructure, Equatable {
    var x = 0.0
    var z = 0.0
    var label: String?

    static let keyValueMembers = StructureMembers<Turn> {
        $0.add("rotation", get: { $0.z }, set: { $0.z = $1 })
        $0.add("rotation.x", \.x)
        $0.add("rotation.z", \.z)
        $0.add("label", \.label)
        $0.add("sum", get: { $0.x + $0.z })
    }
}

/// Takes any key, as a layer does, and lets its subclasses decide.
class Container: NSObject, KeyValueCoding {
    var opacity: Float = 1
    var bounds = CGRect(x: 0, y: 0, width: 10, height: 20)
    var extra: [String: Any] = [:]

    class var keyTable: KeyTable { table }
    private static let table = KeyTable(Container.self) {
        $0.add("opacity", get: { $0.opacity }, set: { $0.opacity = $1 })
        $0.add("bounds", get: { $0.bounds }, set: { $0.bounds = $1 })
    }

    func value(forKey key: String) -> Any? { keyValueDefaults.value(forKey: key) }
    func value(forUndefinedKey key: String) -> Any? { extra[key] }
    func setValue(_ value: Any?, forUndefinedKey key: String) { extra[key] = value }
    func setNilValueForKey(_ key: String) {
        if key == "opacity" { opacity = 0 } else { keyValueDefaults.setNilValueForKey(key) }
    }
}

final class LoudContainer: Container {
    override func value(forKey key: String) -> Any? {
        (super.value(forKey: key) as? String).map { $0.uppercased() } ?? super.value(forKey: key)
    }
}

/// Keys that are known at run time only.
final class Record: NSObject, KeyValueCoding {
    let names: [String]
    var slots: [Any?]

    init(_ names: [String]) {
        self.names = names
        slots = Array(repeating: nil, count: names.count)
    }

    func value(forKey key: String) -> Any? {
        names.firstIndex(of: key).map { slots[$0] } ?? value(forUndefinedKey: key)
    }

    func setValue(_ value: Any?, forKey key: String) {
        guard let index = names.firstIndex(of: key) else { return setValue(value, forUndefinedKey: key) }
        slots[index] = value
    }
}
