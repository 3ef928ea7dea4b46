import Foundation
@testable import MainspringData
import MainspringFoundation
import MainspringModel

/// Cities and countries to fetch from. Numbers are small, so that results can be found by hand.
struct FetchAtlas {
    let model: NSManagedObjectModel
    let city = Part.entity("City")
    /// A subentity of the cities'.
    let capital = Part.entity("Capital")
    let country = Part.entity("Country")

    init() {
        let place = NSCompositeAttributeDescription()
        place.name = "place"
        place.elements = [Part.attribute("x", .doubleAttributeType), Part.attribute("y", .doubleAttributeType)]
        let mood = Part.attribute("mood", .stringAttributeType)
        mood.isTransient = true
        let nearby = NSFetchedPropertyDescription()
        nearby.name = "nearby"
        nearby.fetchRequestDescription = FetchRequestDescription(entityName: "City")
        city.properties = [
            Part.attribute("name", .stringAttributeType), Part.attribute("people", .integer64AttributeType),
            Part.attribute("area", .doubleAttributeType), Part.attribute("height", .integer16AttributeType),
            Part.attribute("founded", .dateAttributeType), Part.attribute("isPort", .booleanAttributeType),
            Part.attribute("budget", .decimalAttributeType), Part.attribute("tags", .transformableAttributeType),
            place, mood, nearby, Part.relationship("country", to: country),
            Part.relationship("twins", to: city, isToMany: true),
        ]
        capital.properties = [Part.attribute("seats", .integer64AttributeType)]
        city.subentities = [capital]
        country.properties = [
            Part.attribute("name", .stringAttributeType), Part.attribute("code", .stringAttributeType),
            Part.relationship("cities", to: city, isToMany: true), Part.relationship("capital", to: capital),
        ]
        model = Part.model([city, capital, country])
    }

    /// A city in a line: name, people, area, height, year, port, budget, country; `-` for nil. The first of a country is
    /// its capital.
    static let lines = """
        Bern       10  5.5 540 1191 0 1.10 CH
        Basel      12  3   260 1000 1 2.20 CH
        Chur        3  2   590 -    0 -    CH
        Olten       2  1   400 1201 0 0.05 CH
        Wien      120 40   200 1001 1 9.90 AT
        Linz       20 10   260 1236 1 -    AT
        Graz       30 13   350 1128 0 3.30 AT
        Melk        -  2   210 1089 1 0.10 AT
        Berlin    370 90    30 1237 0 9.90 DE
        Hamburg   190 75     6 1000 1 8.80 DE
        Kiel       25 12     5 1233 1 2.20 DE
        Ulm        13 12   480 1181 0 1.10 DE
        Bonn       33 14    60 -    1 3.30 DE
        Paris     210 10    35 1000 0 7.70 FR
        Nice       34  7    10 -350 1 4.40 FR
        Brest      14  5    34 1000 1 1.10 FR
        Metz       12  4   170 -500 0 0.90 FR
        Roma      280 130   20 -753 0 9.90 IT
        Bari       32 12     5 -    1 2.00 IT
        Pisa        9 19     4 -180 1 0.80 IT
        """

    /// Makes the cities and countries as rows of a class.
    func rows<Row: FetchRow>(as type: Row.Type) -> FetchRows<Row> {
        let names = ["CH": "Schweiz", "AT": "Austria", "DE": "Deutschland", "FR": "France", "IT": "Italia"]
        var countries: [String: Row] = [:]
        var cities: [Row] = []
        for (index, line) in Self.lines.split(separator: "\n").enumerated() {
            let words = line.split(separator: " ").map { $0 == "-" ? nil : String($0) }
            let code = words[7] ?? ""
            let isCapital = countries[code] == nil
            let owner =
                countries[code] ?? Row(country, key: Int64(countries.count + 1), root: 2)
            countries[code] = owner
            owner.values["name"] = names[code]
            owner.values["code"] = code
            let row = Row(isCapital ? capital : city, key: Int64(index + 1), root: 1)
            row.values["name"] = words[0]
            row.values["people"] = words[1].flatMap { Int64($0) }.map { NSNumber(value: $0) }
            row.values["area"] = words[2].flatMap { Double($0) }.map { NSNumber(value: $0) }
            row.values["height"] = words[3].flatMap { Int16($0) }.map { NSNumber(value: $0) }
            row.values["founded"] = words[4].flatMap { Int($0) }.map(Self.year)
            row.values["isPort"] = NSNumber(value: words[5] == "1")
            row.values["budget"] = words[6].map { NSDecimalNumber(string: $0) }
            row.values["place"] = ["x": NSNumber(value: Double(index)), "y": NSNumber(value: 0.5)]
            row.values["country"] = owner
            if isCapital {
                owner.values["capital"] = row
                row.values["seats"] = NSNumber(value: Int64(words[0]?.count ?? 0))
            }
            owner.values["cities"] = NSSet(array: ((owner.values["cities"] as? NSSet)?.allObjects ?? []) + [row])
            cities.append(row)
        }
        let rows = FetchRows(
            cities: cities, countries: countries.values.sorted { $0.objectID.key.key < $1.objectID.key.key })
        rows["Bern"].values["twins"] = NSSet(array: [rows["Wien"], rows["Roma"]])
        rows["Wien"].values["twins"] = NSSet(array: [rows["Bern"]])
        rows["Roma"].values["twins"] = NSSet(array: [rows["Bern"], rows["Paris"]])
        rows["Paris"].values["twins"] = NSSet(array: [rows["Roma"]])
        rows["Kiel"].values["tags"] = ["sea", "north"]
        return rows
    }

    /// The beginning of a year, roughly.
    static func year(_ year: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(year - 2001) * 31_557_600) }
}

/// Rows to fetch from.
struct FetchRows<Row: FetchRow> {
    let cities: [Row]
    let countries: [Row]

    var all: [Row] { cities + countries }

    /// The city of a name.
    subscript(name: String) -> Row { cities.first { $0.values["name"] as? String == name } ?? cities[0] }

    /// The country of a code.
    func country(_ code: String) -> Row { countries.first { $0.values["code"] as? String == code } ?? countries[0] }
}
