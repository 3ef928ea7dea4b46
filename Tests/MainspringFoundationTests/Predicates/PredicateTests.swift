import Foundation
import MainspringFoundation
import Testing

/// Predicates made part by part, with variables, as closures, and in archives.
@Suite struct PredicateTests {
    @Test func `a dictionary is a constant that is printed, read back and archived`() throws {
        let constants: [Any] = [
            ["k": 1, "l": "two"] as [String: Any], [1: "a", 2: "b"], [String: Int](), ["inner": ["a": [1, 2]]],
            NSDictionary(dictionary: ["k": 1]), ["n": NSNull()],
            ["f": 1.5, "d": Date(timeIntervalSinceReferenceDate: 3)],
        ]
        for constant in constants {
            let predicate = NSPredicate(format: "x IN %@", argumentArray: [constant])
            let read = try NSPredicate(parsing: predicate.predicateFormat)
            #expect(read == predicate && read.predicateFormat == predicate.predicateFormat)
            #expect(read.hash == predicate.hash)
            let data = try NSKeyedArchiver.archivedData(withRootObject: predicate, requiringSecureCoding: true)
            let unarchived = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSComparisonPredicate.self, from: data)
            #expect(unarchived == predicate)
        }
        let predicate = NSPredicate(format: "x IN %@", argumentArray: [["k": 1]])
        #expect(predicate.predicateFormat == "x IN CAST({\"k\", 1}, \"NSDictionary\")")
        #expect(predicate.evaluate(with: ["x": 1]) && !predicate.evaluate(with: ["x": 2]))
        #expect(try NSPredicate(parsing: predicate.predicateFormat).evaluate(with: ["x": 1]))
        for wrong in ["CAST({1}, 'NSDictionary')", "CAST({1, 2, 1, 3}, 'NSDictionary')", "CAST(5, 'NSDictionary')"] {
            #expect(throws: PredicateFailure.self) {
                try PredicateFailure.throwing { _ = NSPredicate(format: "x IN \(wrong)").evaluate(with: ["x": 1]) }
            }
        }
    }

    @Test(arguments: ["größe", "名前", "नाम", "می\u{200C}خواهم", "col·lecció", "a\u{301}", "👩\u{200D}🚀", "µ"])
    func `letters, signs and pictures of any language are keys`(key: String) throws {
        let predicate = try NSPredicate(parsing: "\(key) == 1")
        #expect(predicate.evaluate(with: [key: 1]))
        #expect(predicate.predicateFormat == "\(key) == 1")
    }

    @Test(arguments: ["a b", "a\u{A0}b", "“a”", "a\u{200B}", "a–b"])
    func `a key that a format cannot state as it is goes there and back`(key: String) throws {
        let predicate = NSPredicate(format: "%K == 1", key)
        #expect(predicate.evaluate(with: [key: 1]))
        #expect(try NSPredicate(parsing: predicate.predicateFormat).evaluate(with: [key: 1]))
    }

    @Test func `the types have Apple's raw values`() {
        let operators: [(NSComparisonPredicate.Operator, UInt)] = [
            (.lessThan, 0), (.lessThanOrEqualTo, 1), (.greaterThan, 2), (.greaterThanOrEqualTo, 3), (.equalTo, 4),
            (.notEqualTo, 5), (.matches, 6), (.like, 7), (.beginsWith, 8), (.endsWith, 9), (.in, 10),
            (.customSelector, 11), (.contains, 99), (.between, 100),
        ]
        for (type, raw) in operators { #expect(type.rawValue == raw) }
        #expect(NSComparisonPredicate.Modifier.direct.rawValue == 0)
        #expect(NSComparisonPredicate.Modifier.all.rawValue == 1)
        #expect(NSComparisonPredicate.Modifier.any.rawValue == 2)
        #expect(NSComparisonPredicate.Options.caseInsensitive.rawValue == 1)
        #expect(NSComparisonPredicate.Options.diacriticInsensitive.rawValue == 2)
        #expect(NSComparisonPredicate.Options.normalized.rawValue == 4)
        #expect(NSCompoundPredicate.LogicalType.not.rawValue == 0)
        #expect(NSCompoundPredicate.LogicalType.and.rawValue == 1)
        #expect(NSCompoundPredicate.LogicalType.or.rawValue == 2)
    }

    @Test(arguments: [
        ("name BEGINSWITH[cd] \"A\" AND age >= 21", "name BEGINSWITH[cd] \"A\" AND age >= 21"),
        ("not (name = 'x')", "NOT name == \"x\""), ("SOME kids.age > 3", "ANY kids.age > 3"),
        ("NONE kids.age > 3", "NOT ANY kids.age > 3"), ("age between {1,3}", "age BETWEEN {1, 3}"),
        ("SUBQUERY(kids,$k,$k.age>3).@count>0", "SUBQUERY(kids, $k, $k.age > 3).@count > 0"),
        ("d < CAST(123, 'NSDate')", "d < CAST(123.000000, \"NSDate\")"),
        ("a == 1 && (b == 2 || c == 3)", "a == 1 AND (b == 2 OR c == 3)"),
        ("(a == 1 && b == 2) || c == 3", "(a == 1 AND b == 2) OR c == 3"), ("a == YES", "a == 1"),
        ("a == NULL", "a == nil"), ("#in == SELF.any", "#in == #any"), ("(a + b) * c == 1", "(a + b) * c == 1"),
        ("a - (b - c) == 1", "a - (b - c) == 1"), ("a == 'say \"hi\"'", "a == \"say \\\"hi\\\"\""),
        ("TRUEPREDICATE", "TRUEPREDICATE"), ("!!a == 1", "NOT NOT a == 1"), ("a == 2.0", "a == 2.0"),
        ("now() > a", "now() > a"), ("lowercase(a) == 'x'", "lowercase(a) == \"x\""),
    ]) func `a predicate is printed as Apple prints it`(format: String, printed: String) throws {
        #expect(try NSPredicate(parsing: format).predicateFormat == printed)
    }

    @Test func `a format makes comparisons and compounds`() throws {
        let comparison = try #require(NSPredicate(format: "ANY kids.name ==[c] 'x'") as? NSComparisonPredicate)
        #expect(comparison.leftExpression.keyPath == "kids.name")
        #expect(comparison.rightExpression.constantValue as? String == "x")
        #expect(comparison.comparisonPredicateModifier == .any)
        #expect(comparison.predicateOperatorType == .equalTo)
        #expect(comparison.options == .caseInsensitive)
        let compound = try #require(NSPredicate(format: "a == 1 AND b == 2 AND c == 3") as? NSCompoundPredicate)
        #expect(compound.compoundPredicateType == .and)
        #expect(compound.subpredicates.count == 3)
    }

    @Test func `parts make the predicate that the format makes`() {
        let made = NSCompoundPredicate(
            andPredicateWithSubpredicates: [
                NSComparisonPredicate(
                    leftExpression: NSExpression(forKeyPath: "age"),
                    rightExpression: NSExpression(forConstantValue: 21),
                    modifier: .direct, type: .greaterThanOrEqualTo, options: []),
                NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(format: "name == 'x'")),
            ])
        #expect(made == NSPredicate(format: "age >= 21 AND NOT name == 'x'"))
        #expect(made.evaluate(with: Citizen.anna()))
    }

    @Test func `compounds of none and one hold as their type says`() {
        let no = NSPredicate(value: false)
        #expect(NSCompoundPredicate(andPredicateWithSubpredicates: []).evaluate(with: nil))
        #expect(!NSCompoundPredicate(orPredicateWithSubpredicates: []).evaluate(with: nil))
        #expect(!NSCompoundPredicate(type: .not, subpredicates: []).evaluate(with: nil))
        #expect(!NSCompoundPredicate(andPredicateWithSubpredicates: [no]).evaluate(with: nil))
        #expect(NSCompoundPredicate(andPredicateWithSubpredicates: []).predicateFormat == "TRUEPREDICATE")
        #expect(NSCompoundPredicate(orPredicateWithSubpredicates: []).predicateFormat == "FALSEPREDICATE")
        #expect(NSCompoundPredicate(orPredicateWithSubpredicates: [no]).predicateFormat == "FALSEPREDICATE")
    }

    // MARK: - Arguments

    @Test(
        arguments: [
            ("%K == %@", ["a.b", "x"], "a.b == \"x\""), ("a.%K.c == 1", ["b"], "a.b.c == 1"),
            ("a IN %@", [[1, 2]], "a IN {1, 2}"), ("a == %d", [5], "a == 5"), ("a == %i", [5], "a == 5"),
            ("a == %ld", [5], "a == 5"), ("a == %lld", [5], "a == 5"), ("a == %u", [5], "a == 5"),
            ("a == %lu", [5], "a == 5"), ("a == %llu", [UInt64.max], "a == 18446744073709551615"),
            ("a == %f", [1.5], "a == 1.5"), ("a == %g", [1.5], "a == 1.5"), ("a == %lf", [1.5], "a == 1.5"),
            ("a == %x", [255], "a == 255"), ("a == %c", [65], "a == 65"), ("a == %C", ["x"], "a == \"x\""),
            ("a == %@", [true], "a == 1"), ("a %% 2 == 1", [], "modulus:by:(a, 2) == 1"),
            ("a %% %d == 1", [2], "modulus:by:(a, 2) == 1"), ("a == '%@'", [], "a == \"%@\""),
        ] as [(String, [any Sendable], String)]) func `placeholders take arguments`(
            format: String, arguments: [any Sendable], printed: String
        )
    {
        #expect(NSPredicate(format: format, argumentArray: arguments).predicateFormat == printed)
    }

    @Test func `arguments may be of every type`() {
        let date = Date(timeIntervalSinceReferenceDate: 5)
        let list: [Any?] = [1, nil]
        #expect(
            NSPredicate(format: "a > %@ AND b == %@", date, nil).predicateFormat
                == "a > CAST(5.000000, \"NSDate\") AND b == nil")
        #expect(NSPredicate(format: "a IN %@", list as Any).evaluate(with: ["a": 1]))
        #expect(
            NSPredicate(format: "%@ AND a == 1", NSPredicate(value: true)).predicateFormat == "TRUEPREDICATE AND a == 1"
        )
        #expect(NSPredicate(format: "%@ == 3", NSExpression(format: "1 + 2")).evaluate(with: nil))
        #expect(NSPredicate(format: "a == %@", NSNumber(value: 3)).evaluate(with: ["a": 3]))
        #expect(NSPredicate(format: "a == %@", NSString(string: "x")).evaluate(with: ["a": "x"]))
        let anna = Citizen.anna()
        #expect(NSPredicate(format: "SELF == %@", anna).evaluate(with: anna))
        #expect(!NSPredicate(format: "SELF == %@", anna).evaluate(with: Citizen.anna()))
        #expect(NSPredicate(format: "SELF IN %@", [anna]).evaluate(with: anna))
    }

    // MARK: - Variables

    @Test func `variables have the values that are given with the object`() {
        let predicate = NSPredicate(format: "age > $limit AND ANY kids.name == $name")
        let anna = Citizen.anna()
        #expect(predicate.evaluate(with: anna, substitutionVariables: ["limit": 30, "name": "Cleo"]))
        #expect(!predicate.evaluate(with: anna, substitutionVariables: ["limit": 40, "name": "Cleo"]))
        let failure = #expect(throws: PredicateFailure.self) {
            try PredicateFailure.throwing { #expect(!predicate.evaluate(with: anna)) }
        }
        #expect(failure?.problem == .unboundVariable("limit"))
    }

    @Test func `values are put in the places of variables`() {
        let predicate = NSPredicate(format: "age > $limit AND $name IN kids.name")
        let half = predicate.withSubstitutionVariables(["limit": 30])
        #expect(half.predicateFormat == "age > 30 AND $name IN kids.name")
        let whole = half.withSubstitutionVariables(["name": NSExpression(format: "'Cl' + 'eo'")])
        #expect(whole.predicateFormat == "age > 30 AND \"Cl\" + \"eo\" IN kids.name")
        #expect(predicate.predicateFormat == "age > $limit AND $name IN kids.name")
        let comparison = NSComparisonPredicate(
            leftExpression: NSExpression(forVariable: "x"), rightExpression: NSExpression(forConstantValue: 1),
            modifier: .direct, type: .equalTo)
        let replaced: NSComparisonPredicate = comparison.withSubstitutionVariables(["x": 1])
        #expect(replaced.evaluate(with: nil))
    }

    @Test func `a subquery's own variable is not replaced`() {
        let predicate = NSPredicate(format: "SUBQUERY(kids, $k, $k.age > $limit).@count > $k")
        let replaced = predicate.withSubstitutionVariables(["k": 1, "limit": 3])
        #expect(replaced.predicateFormat == "SUBQUERY(kids, $k, $k.age > 3).@count > 1")
        #expect(replaced.evaluate(with: Citizen.anna()))
    }

    // MARK: - Closures and subclasses

    @Test func `a closure gets the object and the variables`() {
        let predicate = NSPredicate { object, variables in object as? Int == 5 && variables?["x"] as? Int == 6 }
        #expect(predicate.evaluate(with: 5, substitutionVariables: ["x": 6]))
        #expect(!predicate.evaluate(with: 5))
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [predicate, NSPredicate(format: "SELF == $y")])
        #expect(both.evaluate(with: 5, substitutionVariables: ["x": 6, "y": 5]))
        #expect(predicate.predicateFormat.hasPrefix("BLOCKPREDICATE(0x"))
        #expect(predicate == predicate)
        #expect(predicate != NSPredicate { _, _ in true })
    }

    @Test func `a subclass answers itself, as a part too`() {
        final class Even: MainspringFoundation.NSPredicate, @unchecked Sendable {
            override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
                (object as? Citizen)?.age == 34
            }
        }
        let anna = Citizen.anna()
        #expect(Even().evaluate(with: anna))
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [Even(), NSPredicate(format: "name == 'Anna'")])
        #expect(both.evaluate(with: anna))
        #expect([anna, Citizen("Ben", age: 3)].filtered(using: both).count == 1)
        #expect([anna, Citizen("Ben", age: 3)].filtered(using: Even()).count == 1)
    }

    @Test func `a subclass that gives no format has that of its parts, or the name of its class`() {
        final class Plain: MainspringFoundation.NSPredicate, @unchecked Sendable {}
        final class Equal: MainspringFoundation.NSComparisonPredicate, @unchecked Sendable {}
        let (left, right) = (
            MainspringFoundation.NSExpression(forKeyPath: "a"), MainspringFoundation.NSExpression(forKeyPath: "b")
        )
        let equal = Equal(leftExpression: left, rightExpression: right, modifier: .direct, type: .equalTo)
        #expect("\(Plain()), \(equal)" == "Plain, a == b")
        let both = NSCompoundPredicate(orPredicateWithSubpredicates: [Plain(), equal])
        #expect(both.predicateFormat == "Plain OR a == b")
    }

    @Test func `Foundation's own predicate can be asked as a closure`() {
        let own = NSPredicate(Foundation.NSPredicate { object, _ in object as? Int == 5 })
        #expect(own.evaluate(with: 5))
        #expect(!own.evaluate(with: 6))
    }

    @Test func `equal parts make equal predicates`() {
        #expect(NSPredicate(format: "a == 1 AND b ==[c] 'x'") == NSPredicate(format: "a = 1 && b ==[c] \"x\""))
        #expect(NSPredicate(format: "a == 1") == NSPredicate(format: "a == 1.0"))
        #expect(NSPredicate(format: "a == 1") != NSPredicate(format: "a == 2"))
        #expect(NSPredicate(format: "a ==[c] 'x'") != NSPredicate(format: "a == 'x'"))
        #expect(NSPredicate(format: "ANY a == 1") != NSPredicate(format: "a == 1"))
        #expect(Set([NSPredicate(format: "a == 1"), NSPredicate(format: "a==1")]).count == 1)
        #expect(NSPredicate(value: true) != NSPredicate(value: false))
    }

    // MARK: - Archives

    @Test func `what was archived holds when that is allowed`() throws {
        let predicate = NSPredicate(format: "name == 'Anna' AND (age > 3 OR ANY kids.age > 20)")
        let data = try NSKeyedArchiver.archivedData(withRootObject: predicate, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSCompoundPredicate.self, from: data))
        #expect(read == predicate)
        let failure = #expect(throws: PredicateFailure.self) {
            try PredicateFailure.throwing {
                #expect(!read.evaluate(with: Citizen.anna()))
                #expect([Citizen.anna()].filtered(using: read).isEmpty)
            }
        }
        #expect(failure?.problem == .notAllowed)
        read.allowEvaluation()
        #expect(read.evaluate(with: Citizen.anna()))
        #expect([Citizen.anna()].filtered(using: read).count == 1)
    }

    @Test func `a part that is not allowed does not hold in a compound`() throws {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: NSPredicate(format: "age > 3"), requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSComparisonPredicate.self, from: data))
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [read])
        #expect(word { both.evaluate(with: Citizen.anna()) } == "raises")
        read.allowEvaluation()
        #expect(both.evaluate(with: Citizen.anna()))
    }

    @Test func `a closure and an object without a format cannot be archived`() throws {
        for predicate in [NSPredicate { _, _ in true }, NSPredicate(format: "SELF == %@", Citizen.anna())] {
            let failure = #expect(throws: PredicateFailure.self) {
                try PredicateFailure.throwing {
                    _ = try NSKeyedArchiver.archivedData(withRootObject: predicate, requiringSecureCoding: true)
                }
            }
            #expect(failure?.description.contains("cannot be written into an archive") == true)
        }
    }
}
