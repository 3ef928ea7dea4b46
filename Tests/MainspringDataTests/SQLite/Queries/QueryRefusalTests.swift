import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// What SQL cannot say, and values that few types of columns have.
@Suite struct QueryRefusalTests {
    private typealias Predicate = MainspringFoundation.NSPredicate
    // `@unchecked Sendable`: they have nothing of their own.
    private final class OwnPredicate: Predicate, @unchecked Sendable {}
    private final class OwnComparison: MainspringFoundation.NSComparisonPredicate, @unchecked Sendable {}
    private final class OwnExpression: MainspringFoundation.NSExpression, @unchecked Sendable {}

    /// An entity with attributes of the rarer kinds, and its tables.
    struct Shelf {
        let model: NSManagedObjectModel
        let thing = Part.entity("Thing")
        let schema: StoreSchema
        let connection: SQLiteConnection

        init() throws {
            let note = Part.attribute("note", .stringAttributeType)
            note.isTransient = true
            let place = NSCompositeAttributeDescription()
            place.name = "place"
            let inner = NSCompositeAttributeDescription()
            inner.name = "point"
            inner.elements = [Part.attribute("x", .doubleAttributeType), Part.attribute("y", .doubleAttributeType)]
            place.elements = [Part.attribute("street", .stringAttributeType), inner]
            let parts = Part.relationship("parts", to: thing, isToMany: true)
            let whole = Part.relationship("whole", to: thing)
            (parts.inverseRelationship, whole.inverseRelationship) = (whole, parts)
            let picture = Part.attribute("picture", .binaryDataAttributeType)
            picture.allowsExternalBinaryDataStorage = true
            let near = NSFetchedPropertyDescription()
            (near.name, near.fetchRequest) = ("near", NSFetchRequest<any NSFetchRequestResult>(entityName: "Thing"))
            thing.properties = [
                near, Part.attribute("name", .stringAttributeType), Part.attribute("size", .integer32AttributeType),
                Part.attribute("born", .dateAttributeType), Part.attribute("code", .UUIDAttributeType),
                Part.attribute("colours", .transformableAttributeType), note, place, picture, parts, whole,
            ]
            model = Part.model([thing])
            model.freeze()
            let plan = StorePlan(model, EntityNumbers(numbering: model.entities))
            schema = plan.schema(RootNumbers(model))
            connection = try SQLiteConnection(path: ":memory:", access: .create)
            for statement in plan.statements { try connection.execute(statement) }
            for function in QueryFunctions.all { try connection.add(function) }
            for collation in QueryFunctions.collations { try connection.add(collation) }
        }

        func request(_ predicate: MainspringFoundation.NSPredicate? = nil) -> FetchRequestDescription {
            let request = FetchRequestDescription(entityName: "Thing")
            (request.entity, request.predicate) = (thing, predicate)
            return request
        }

        func query(_ request: FetchRequestDescription) throws -> StoreQuery {
            try StoreQuery.make(request, entity: thing, schema: schema, store: 1, selecting: .keys)
        }

        func count(_ format: String, _ arguments: [Any] = []) throws -> Int {
            let query = try query(request(MainspringFoundation.NSPredicate(format: format, argumentArray: arguments)))
            let statement = try connection.prepare(query.sql)
            try statement.bind(query.bindings)
            var count = 0
            while try statement.step() { count += 1 }
            return count
        }
    }

    let shelf: Shelf

    init() throws { shelf = try Shelf() }

    @Test(
        arguments: [
            ("note == 'a'", "note", "transient"), ("ANY parts.note == 'a'", "parts.note", "transient"),
            ("name == 5", "5", "a text"), ("size == 'x'", "x", "a number"),
            ("size BEGINSWITH '1'", "size", "a part of it"),
            ("name + 1 == 2", "name + 1", "computes with a text"), ("colours < 'a'", "colours", "order"),
            ("picture == '1'", "1", "data that may lie beside the store"),
            ("median:(parts.size) > 1", "median", "median:"), ("stddev:(parts.size) > 1", "stddev", "stddev:"),
            ("mode:(parts.size) == 1", "mode", "mode:"),
            ("FUNCTION(name, 'uppercaseString') == 'A'", "FUNCTION", "calls a method"),
            ("parts.@count > random()", "random()", "random"), ("name == $unknown", "$unknown", "variable"),
            ("parts.parts.@count > 1", "parts.parts.@count", "multiple to-many keys"),
            ("SUBQUERY(parts.parts, $p, $p.size > 1).@count > 1", "parts.parts", "multiple to-many keys"),
            ("(parts UNION whole.parts).@count > 1", "UNION", "set of two others"),
            ("born + 1 > 2", "born + 1", "computes with a date"), ("whole == 'a'", "whole", "an object with a value"),
            ("name MATCHES '('", "name", "cannot be evaluated"), ("place == 'x'", "x", "several parts"),
            ("parts.parts.@max.size > 1", "parts.parts.@max", "multiple to-many keys"),
            ("parts.@sum.parts.size > 1", "parts.@sum.parts", "to-many key not allowed here"),
            ("average:(parts.parts.size) > 1", "average", "multiple to-many keys"),
            ("ANY parts.@unionOfArrays.size > 1", "@unionOfArrays", "the operator @unionOfArrays"),
            ("ANY parts.@distinctUnionOfSets.size > 1", "@distinctUnionOfSets", "the operator @distinctUnionOfSets"),
            ("CAST(size, 'NSString') == '1'", "CAST", "casts a number to NSString"),
            ("CAST(name, 'NSNumber') == 1", "CAST", "casts a text to NSNumber"),
            ("CAST(name, 'NSDate') == 1", "CAST", "casts a text to NSDate"),
            ("TERNARY(size > 1, whole, SELF) == nil", "whole", "an object where a value is needed"),
            ("max({size, 2}) == 1", "max", "no relationship to many"),
            ("(parts INTERSECT whole.parts).@count > 1", "INTERSECT", "set of two others"),
            ("(parts MINUS whole.parts).@count > 1", "MINUS", "set of two others"),
            ("parts[0].size == 1", "[0]", "does not have"), ("parts[FIRST].size == 1", "[FIRST]", "does not have"),
            ("parts[LAST].size == 1", "[LAST]", "does not have"), ("parts[SIZE] == 1", "[SIZE]", "does not have"),
            ("colours BETWEEN {'a', 'b'}", "colours", "order"), ("colours CONTAINS 'a'", "colours", "a part of it"),
            ("ANY parts.colours > 'a'", "colours", "order"), ("length(colours) == 1", "colours", "the length of"),
            ("picture > picture", "picture", "data that may lie beside the store"),
            ("picture IN {'a', 'b'}", "a", "data that may lie beside the store"),
            ("length(picture) > 1", "picture", "the length of data that may lie beside the store"),
            ("near == nil", "near", "keypath near not found in entity Thing"),
            ("note == nil", "note", "keypath note not found in entity Thing"),
            ("code == 5", "5", "a UUID"), ("code == 'no UUID'", "no UUID", "a UUID"), ("born == 'x'", "x", "a date"),
            ("name == size", "name", "compares a text with a number"),
            ("born < name", "born", "compares a date with a text"),
            ("place < place", "place", "several parts"),
        ] as [(String, String, String)])
    func `What SQL cannot say is refused in a sentence that names it`(
        _ format: String, _ property: String, _ words: String
    )
        throws
    {
        let error = try #require(throws: FetchRequestError.self) {
            try shelf.query(shelf.request(Predicate(format: format)))
        }
        #expect(error.description.contains(words), "\(error)")
        #expect(error.property?.contains(property) ?? false, "\(error.property ?? "-"): \(error)")
        #expect(error.description.contains("Thing"), "\(error)")
    }

    @Test(
        arguments: [
            ("name == lowercase(%@)", Double.infinity, "inf"),
            ("name == uppercase(length(%@))", Double.infinity, "inf"),
            ("parts.@count > abs(%@)", "no number", "no number"),
        ] as [(String, any Sendable, String)])
    func `A part without objects that has no value is an error of the request, wherever it stands`(
        _ format: String, _ argument: any Sendable, _ words: String
    ) throws {
        let predicate = Predicate(format: format, argumentArray: [argument])
        let comparison = try #require(predicate as? MainspringFoundation.NSComparisonPredicate)
        let computed = NSExpressionDescription()
        (computed.name, computed.expressionResultType) = ("computed", .stringAttributeType)
        computed.expression = comparison.rightExpression
        let requests: [(String, StoreQuery.Want, (FetchRequestDescription) -> Void)] = [
            ("predicate", .keys, { $0.predicate = predicate }), ("predicate", .count, { $0.predicate = predicate }),
            ("predicate", .rows, { $0.predicate = predicate }),
            ("predicate", .dictionaries, { $0.predicate = predicate }),
            ("properties", .dictionaries, { $0.propertiesToFetch = [computed] }),
            (
                "having", .dictionaries,
                {
                    $0.propertiesToFetch = ["size"]
                    $0.propertiesToGroupBy = ["size"]
                    $0.havingPredicate = MainspringFoundation.NSComparisonPredicate(
                        leftExpression: MainspringFoundation.NSExpression(forKeyPath: "size"),
                        rightExpression: comparison.rightExpression, modifier: .direct, type: .lessThan)
                }
            ),
        ]
        for (part, want, change) in requests {
            let request = shelf.request()
            if want == .dictionaries {
                request.resultType = .dictionaryResultType
                request.propertiesToFetch = ["name"]
            }
            change(request)
            let error = try #require(throws: FetchRequestError.self, "\(part)") {
                try StoreQuery.make(request, entity: shelf.thing, schema: shelf.schema, store: 1, selecting: want)
            }
            #expect(error.description.contains(words) && error.description.contains("Thing"), "\(part): \(error)")
        }
    }

    @Test func `Closures and archived predicates are refused`() throws {
        let block = Predicate { _, _ in true }
        let parts = [
            block, MainspringFoundation.NSCompoundPredicate(notPredicateWithSubpredicate: block),
            MainspringFoundation.NSCompoundPredicate(orPredicateWithSubpredicates: [Predicate(value: true), block]),
        ]
        for predicate in parts {
            let error = try #require(throws: FetchRequestError.self) { try shelf.query(shelf.request(predicate)) }
            #expect(error.kind == .notInSQL && error.description.contains("block predicate"))
        }
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: Predicate(format: "size == 1"), requiringSecureCoding: true)
        let archived = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: MainspringFoundation.NSPredicate.self, from: data))
        #expect(throws: FetchRequestError.self) { try shelf.query(shelf.request(archived)) }
        archived.allowEvaluation()
        #expect(try shelf.query(shelf.request(archived)).bindings == [.integer(1)])
        let own = MainspringFoundation.NSExpression(block: { _, _, _ in 1 }, arguments: nil)
        let closure = MainspringFoundation.NSComparisonPredicate(
            leftExpression: own, rightExpression: MainspringFoundation.NSExpression(forKeyPath: "size"),
            modifier: .direct,
            type: .equalTo)
        #expect(throws: FetchRequestError.self) { try shelf.query(shelf.request(closure)) }
    }

    @Test(arguments: ["predicate", "comparison", "expression"])
    func `What is of the program's own classes is refused`(_ kind: String) throws {
        let size = MainspringFoundation.NSExpression(forKeyPath: "size")
        let predicate: Predicate =
            switch kind {
            case "predicate": OwnPredicate()
            case "comparison":
                OwnComparison(leftExpression: size, rightExpression: size, modifier: .direct, type: .equalTo)
            default:
                MainspringFoundation.NSComparisonPredicate(
                    leftExpression: size, rightExpression: OwnExpression(expressionType: .constantValue),
                    modifier: .direct, type: .equalTo)
            }
        let error = try #require(throws: FetchRequestError.self) { try shelf.query(shelf.request(predicate)) }
        #expect(error.kind == .notInSQL && error.description.contains("class"), "\(error)")
    }

    @Test func `Parts that lie too deep within each other are an error of the request or of SQLite's, at any depth`()
        throws
    {
        for depth in [90, 200, 900] {
            var predicate = Predicate(format: "size == 1")
            for level in 0..<depth {
                let other = Predicate(format: "size < 5 AND name != 'a'")
                predicate = MainspringFoundation.NSCompoundPredicate(
                    type: level.isMultiple(of: 2) ? .or : .and, subpredicates: [other, predicate])
            }
            do {
                let query = try shelf.query(shelf.request(predicate))
                _ = try shelf.connection.prepare(query.sql)
            } catch let error as FetchRequestError {
                #expect(depth == 900 && error.description.contains("levels deep"))
            } catch let error as SQLiteFailure {
                #expect(depth == 200 && error.message.contains("stack"), "\(depth): \(error)")
            }
            var expression = MainspringFoundation.NSExpression(forKeyPath: "size")
            for _ in 0..<depth {
                expression = MainspringFoundation.NSExpression(
                    forFunction: "abs:", arguments: [expression])
            }
            let deep = MainspringFoundation.NSComparisonPredicate(
                leftExpression: expression, rightExpression: expression, modifier: .direct, type: .equalTo)
            #expect(throws: (any Error).self) {
                _ = try shelf.connection.prepare(shelf.query(shelf.request(deep)).sql)
            }
        }
    }

    @Test func `Names are names, whatever is in them`() throws {
        let thing = Part.entity("Order \"by\"; --")
        let other = Part.relationship("group", to: thing, isToMany: true)
        let back = Part.relationship("se'lect", to: thing)
        (other.inverseRelationship, back.inverseRelationship) = (back, other)
        thing.properties = [Part.attribute("where \"x\"", .stringAttributeType), other, back]
        let model = Part.model([thing])
        model.freeze()
        let plan = StorePlan(model, EntityNumbers(numbering: model.entities))
        let connection = try SQLiteConnection(path: ":memory:", access: .create)
        defer { connection.close() }
        for statement in plan.statements { try connection.execute(statement) }
        let request = FetchRequestDescription(entityName: thing.name!)
        request.entity = thing
        request.predicate = Predicate(
            format: "%K == 'a' AND ANY %K.%K == 'b' AND %K.%K != nil", "where \"x\"", "group", "where \"x\"", "se'lect",
            "where \"x\"")
        request.sortDescriptors = [MainspringFoundation.NSSortDescriptor(key: "se'lect.where \"x\"", ascending: true)]
        let schema = plan.schema(RootNumbers(model))
        for want in [StoreQuery.Want.rows, .keys, .count] {
            let query = try StoreQuery.make(request, entity: thing, schema: schema, store: 1, selecting: want)
            let statement = try connection.prepare(query.sql)
            try statement.bind(query.bindings)
            _ = try statement.step()
        }
    }

    @Test func `Orders that are no columns' are refused`() throws {
        typealias Descriptor = MainspringFoundation.NSSortDescriptor
        let refused: [(Descriptor, String)] = [
            (Descriptor(key: "name", ascending: true) { _, _ in .orderedSame }, "comparator"),
            (Descriptor(key: "name", ascending: true, selector: Selector("myCompare:")), "myCompare:"),
            (Descriptor(key: "note", ascending: true), "transient"),
            (Descriptor(key: "colours", ascending: true), "order"),
            (Descriptor(key: "picture", ascending: true), "order"),
            (Descriptor(key: "place", ascending: true), "order"), (Descriptor(key: "near", ascending: true), "near"),
            (Descriptor(key: "parts", ascending: true), "to-many key not allowed here"),
            (Descriptor(key: "parts.size", ascending: true), "to-many key not allowed here"),
            (Descriptor(keyPath: \String.count, ascending: true), "has no key"),
            (Descriptor(key: "parts.@count", ascending: true), ""),
        ]
        for (descriptor, words) in refused {
            let request = shelf.request()
            request.sortDescriptors = [descriptor]
            guard !words.isEmpty else {
                _ = try shelf.query(request)
                continue
            }
            let error = try #require(throws: FetchRequestError.self) { try shelf.query(request) }
            #expect(error.description.contains(words), "\(error)")
        }
    }

    @Test func `Parts of composite values, transformed values and nil of all kinds are compared`() throws {
        let colours = ["red", "green"] as NSArray
        let archived = try #require(TransformedValue.data(of: colours, shelf.thing.attributesByName["colours"]!))
        let statement = try shelf.connection.prepare(
            "INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZNAME, ZCOLOURS, ZPICTURE) VALUES (1, 1, 1, 'a', ?, x'0105'), (2, 1, 1, NULL, NULL, NULL)"
        )
        try statement.bind(archived, at: 1)
        try statement.run()
        let place = try #require(
            shelf.schema.tables[0].columns.first { if case .composite = $0.form { true } else { false } })
        guard case .composite(let parts) = place.form else { return }
        let values = ["street": "'Elm'", "point.x": "1.5", "point.y": "2.5"]
        for part in parts {
            let value = try #require(values[part.path.joined(separator: ".")])
            try shelf.connection.execute("UPDATE ZTHING SET \(SQLiteName.quoted(part.name)) = \(value) WHERE Z_PK = 1")
        }
        #expect(try shelf.count("colours == %@", [colours]) == 1)
        #expect(try shelf.count("colours != nil") == 1 && shelf.count("picture == nil") == 1)
        #expect(try shelf.count("place.street == 'Elm' AND place.point.x == 1.5 AND place.point.y > 2") == 1)
        #expect(try shelf.count("place == nil") == 1 && shelf.count("place != nil") == 1)
    }
}
