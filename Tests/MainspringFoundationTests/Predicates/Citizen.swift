import Foundation
import MainspringFoundation

typealias NSPredicate = MainspringFoundation.NSPredicate
typealias NSComparisonPredicate = MainspringFoundation.NSComparisonPredicate
typealias NSCompoundPredicate = MainspringFoundation.NSCompoundPredicate
typealias NSExpression = MainspringFoundation.NSExpression
typealias NSSortDescriptor = MainspringFoundation.NSSortDescriptor

/// What most predicates are asked of.
final class Citizen: KeyValueCoding {
    enum Role: Int { case visitor, member }

    var name: String
    var surname = "Müller"
    var nickname: String?
    var age: Int
    var height = 1.72
    var ratio: Float = 0.5
    var byte: UInt8 = 200
    var zip = 0
    var balance: Decimal = 12.5
    var isMember = true
    var role = Role.member
    var city = "Zürich"
    var born = Date(timeIntervalSinceReferenceDate: 1000)
    var seen: Date?
    var score: Int?
    var weight: Double?
    var home = Home()
    var friend: Citizen?
    var kids: [Citizen] = []
    var pets: [Citizen] = []
    var toys: [String] = []
    var tags: Set<String> = ["red", "blue"]
    var scores = [3, 1, 2]
    var matrix = [[1, 2], [3]]
    var info: [String: Any] = ["color": "green", "size": 5]
    var frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    var link = URL(string: "https://example.com/a")
    var data = Data([1, 2, 3])

    init(_ name: String, age: Int) {
        self.name = name
        self.age = age
    }

    static var keyTable: KeyTable { table }
    private static let table = KeyTable(Citizen.self) {
        $0.add("name", get: { $0.name }, set: { $0.name = $1 })
        $0.add("surname", \.surname)
        $0.add("nickname", \.nickname)
        $0.add("age", get: { $0.age }, set: { $0.age = $1 })
        $0.add("height", \.height)
        $0.add("ratio", \.ratio)
        $0.add("byte", \.byte)
        $0.add("balance", \.balance)
        $0.add("zip", \.zip)
        $0.add("isMember", \.isMember)
        $0.add("role", \.role)
        $0.add("city", \.city)
        $0.add("born", \.born)
        $0.add("seen", \.seen)
        $0.add("score", \.score)
        $0.add("weight", \.weight)
        $0.add("home", \.home)
        $0.add("friend", \.friend)
        $0.add("kids", \.kids)
        $0.add("pets", \.pets)
        $0.add("toys", \.toys)
        $0.add("tags", \.tags)
        $0.add("scores", \.scores)
        $0.add("matrix", \.matrix)
        $0.add("info", \.info)
        $0.add("frame", \.frame)
        $0.add("id", \.id)
        $0.add("link", \.link)
        $0.add("data", \.data)
    }

    /// Anna, 34, with three kids.
    static func anna() -> Citizen {
        let anna = Citizen("Anna", age: 34)
        anna.kids = [Citizen("Ben", age: 3), Citizen("Cleo", age: 12), Citizen("Dan", age: 12)]
        anna.kids[0].toys = ["ball", "car"]
        anna.kids[2].toys = ["book"]
        return anna
    }
}

final class Home: KeyValueCoding {
    var city = "Bern"
    var zip = 3011
    var country: String?

    static var keyTable: KeyTable { table }
    private static let table = KeyTable(Home.self) {
        $0.add("city", \.city)
        $0.add("zip", \.zip)
        $0.add("country", \.country)
    }
}

/// Whether a predicate holds, as a word; `raises` if it met an error.
func word(_ body: () -> Bool) -> String {
    do {
        return try PredicateFailure.throwing { body() } ? "true" : "false"
    } catch {
        return "raises"
    }
}
