import MainspringFoundation
import Workloads

/// A key-value coded person.
final class Person: KeyValueCoding {
    var name: String
    var age: Int
    var height: Double

    init(_ values: PersonValues) {
        name = values.name
        age = values.age
        height = values.height
    }

    static var keyTable: KeyTable { table }
    private static let table = KeyTable(Person.self) {
        $0.add("name", get: { $0.name })
        $0.add("age", get: { $0.age })
        $0.add("height", get: { $0.height })
    }
}
