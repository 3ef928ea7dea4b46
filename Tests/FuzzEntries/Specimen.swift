import Foundation
import MainspringFoundation

/// A small object with a property of every kind that predicates tell apart.
final class Specimen: KeyValueCoding {
    let name: String
    let age: Int
    var note: String?
    var height = 1.75
    var isMember = true
    var born = Date(timeIntervalSinceReferenceDate: 1_000)
    var balance: Decimal = 12.5
    var data = Data([1, 2, 3])
    var tags: Set<String> = ["red", "blue"]
    var scores = [3, 1, 2]
    var kids: [Specimen]
    var info: [String: Any] = ["color": "green", "size": 5]

    init(name: String, age: Int, kids: [Specimen] = []) {
        self.name = name
        self.age = age
        self.kids = kids
    }

    static var keyTable: KeyTable { table }
    private static let table = KeyTable(Specimen.self) {
        $0.add("name", \.name)
        $0.add("age", \.age)
        $0.add("note", \.note)
        $0.add("height", \.height)
        $0.add("isMember", \.isMember)
        $0.add("born", \.born)
        $0.add("balance", \.balance)
        $0.add("data", \.data)
        $0.add("tags", \.tags)
        $0.add("scores", \.scores)
        $0.add("kids", \.kids)
        $0.add("info", \.info)
    }

    /// One with two kids.
    static func parent() -> Specimen {
        Specimen(name: "Ann", age: 34, kids: [Specimen(name: "Ben", age: 3), Specimen(name: "Zoë", age: 12)])
    }
}
