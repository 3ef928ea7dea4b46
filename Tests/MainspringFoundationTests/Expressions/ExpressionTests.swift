import Foundation
import MainspringFoundation
import Testing

/// Expressions: their parts and their values.
@Suite struct ExpressionTests {
    private func value(_ format: String, _ arguments: Any?..., of object: Any? = nil) -> Any? {
        NSExpression(format: format, argumentArray: arguments.map { $0 ?? NSNull() }).expressionValue(
            with: object, context: nil)
    }

    @Test func `the types have Apple's raw values`() {
        let types: [(NSExpression.ExpressionType, UInt)] = [
            (.constantValue, 0), (.evaluatedObject, 1), (.variable, 2), (.keyPath, 3), (.function, 4), (.unionSet, 5),
            (.intersectSet, 6), (.minusSet, 7), (.subquery, 13), (.aggregate, 14), (.anyKey, 15), (.block, 19),
            (.conditional, 20),
        ]
        for (type, raw) in types { #expect(type.rawValue == raw) }
    }

    @Test(arguments: [
        ("5", NSExpression.ExpressionType.constantValue), ("SELF", .evaluatedObject), ("$x", .variable),
        ("a.b", .keyPath), ("$x.a", .keyPath), ("1 + a", .function), ("FUNCTION(a, 'b:', 1)", .function),
        ("a UNION b", .unionSet), ("a INTERSECT b", .intersectSet), ("a MINUS b", .minusSet),
        ("SUBQUERY(a, $x, $x == 1)", .subquery), ("{1, 2}", .aggregate), ("ANYKEY", .anyKey),
        ("TERNARY(a == 1, 2, 3)", .conditional), ("a[0]", .function), ("$x := 5", .function),
    ]) func `a format gives the type`(format: String, type: NSExpression.ExpressionType) throws {
        #expect(try NSExpression(parsing: format).expressionType == type)
    }

    @Test func `an expression has the parts of its type`() throws {
        let path = try NSExpression(parsing: "$x.name.first")
        #expect(path.keyPath == "name.first")
        #expect(path.operand.variable == "x")
        #expect(try NSExpression(parsing: "a").operand.expressionType == .evaluatedObject)
        let sum = try NSExpression(parsing: "a + 2")
        #expect(sum.function == "add:to:")
        #expect(sum.arguments?.map(\.description) == ["a", "2"])
        let method = try NSExpression(parsing: "FUNCTION(a, 'b:', 1)")
        #expect(method.function == "b:")
        #expect(method.operand.keyPath == "a")
        let subquery = try NSExpression(parsing: "SUBQUERY(a, $x, $x == 1)")
        #expect(subquery.variable == "x")
        #expect((subquery.collection as? NSExpression)?.keyPath == "a")
        #expect(subquery.predicate.predicateFormat == "$x == 1")
        #expect((try NSExpression(parsing: "{1, a}").collection as? [NSExpression])?.count == 2)
        let sets = try NSExpression(parsing: "a MINUS b")
        #expect(sets.left.keyPath == "a" && sets.right.keyPath == "b")
        let conditional = try NSExpression(parsing: "TERNARY(a == 1, 2, 3)")
        #expect(conditional.true.constantValue as? Int == 2 && conditional.false.constantValue as? Int == 3)
        #expect(conditional.predicate.predicateFormat == "a == 1")
    }

    @Test(arguments: ["raise:toPower:", "raise:toThe:"])
    func `a power is known by the header's name and the guide's, and printed as the header's`(name: String) throws {
        let made = NSExpression(forFunction: name, arguments: [2, 3])
        #expect(made.expressionValue(with: nil, context: nil) as? Double == 8)
        #expect(made.function == "raise:toPower:")
        let parsed = try NSExpression(parsing: name + "(2, 3)")
        #expect(parsed == made && parsed.description == "2 ** 3")
    }

    @Test func `a constant is cast to all types of numbers`() throws {
        let constant = try NSExpression(parsing: "21").constantValue
        #expect(constant as? Int == 21)
        #expect(constant as? Double == 21)
        #expect(constant as? NSNumber == 21)
        #expect(try NSExpression(parsing: "nil").constantValue == nil)
        #expect(NSExpression(forConstantValue: NSNull()).constantValue == nil)
        #expect(NSExpression(forConstantValue: "x").constantValue as? String == "x")
    }

    @Test func `a part that the type does not have stops the program`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSExpression(forConstantValue: 5).keyPath
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            text.contains("An expression of the type constantValue has no keyPath. Ask for its expressionType first."))
    }

    @Test func `numbers are returned as objects that every type of number can be cast from`() {
        #expect(value("5 / 2") as? Int == 2)
        #expect(value("5 / 2.0") as? Double == 2.5)
        #expect(value("%@ + 1", Decimal(string: "0.1")) as? NSDecimalNumber == NSDecimalNumber(string: "1.1"))
        #expect(value("9223372036854775807 + 1") as? Double == 9223372036854775808)
    }

    @Test func `a path of an object, a dictionary and a collection is followed`() {
        let anna = Citizen.anna()
        #expect(value("home.city", of: anna) as? String == "Bern")
        #expect(value("kids.name", of: anna) as? [String] == ["Ben", "Cleo", "Dan"])
        #expect(value("a.b", of: ["a": ["b": 5]]) as? Int == 5)
        #expect(value("kids[LAST].age", of: anna) as? Int == 12)
    }

    @Test func `the context has the variables, and an assignment sets one`() throws {
        let context = NSMutableDictionary()
        let assignment = try NSExpression(parsing: "$x := 2 + 3")
        #expect(assignment.expressionValue(with: nil, context: context) as? Int == 5)
        #expect(try NSExpression(parsing: "$x * 2").expressionValue(with: nil, context: context) as? Int == 10)
        #expect(assignment.description == "$x := 2 + 3")
    }

    @Test func `a block gets the object, the arguments' values and the context`() {
        let block = NSExpression(
            block: { object, arguments, context in
                "\(object ?? "nil") \(arguments.count) \(arguments.first ?? "") \(context?["v"] ?? "")"
            }, arguments: [NSExpression(format: "1 + 1"), NSExpression(forConstantValue: nil)])
        #expect(block.expressionValue(with: "o", context: ["v": 7]) as? String == "o 2 2 7")
        #expect(block.expressionType == .block)
        #expect(block.arguments?.count == 2)
        #expect(NSPredicate(format: "%@ == 'nil 2 2 '", block).evaluate(with: nil))
    }

    @Test func `an unknown function has no value and says so`() {
        let failure = #expect(throws: PredicateFailure.self) {
            try PredicateFailure.throwing {
                let expression = NSExpression(forFunction: "fly:", arguments: [1])
                #expect(expression.formatError != nil)
                #expect(expression.expressionValue(with: nil, context: nil) == nil)
            }
        }
        #expect(failure?.description == "There is no function fly: of 1 argument.")
    }

    @Test func `a subclass gives its own value`() {
        final class Answer: MainspringFoundation.NSExpression, @unchecked Sendable {
            override func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? { 42 }
        }
        let answer = Answer(expressionType: .function)
        #expect(answer.expressionType == .function)
        #expect(NSPredicate(format: "%@ == 42", answer).evaluate(with: nil))
        #expect(NSPredicate(format: "%@ + 1 == 43", answer).evaluate(with: Citizen.anna()))
    }

    @Test func `an expression is its own copy, and equals one of equal parts`() throws {
        let expression = try NSExpression(parsing: "a + 2 * b")
        #expect((expression.copy() as? NSExpression) === expression)
        #expect(try NSExpression(parsing: "a+2*b") == expression)
        #expect(try NSExpression(parsing: "a + 2.0 * b") == expression)
        #expect(try NSExpression(parsing: "a + 2 * c") != expression)
        #expect(NSExpression(forConstantValue: [1, 2]) == NSExpression(forAggregate: [1, 2]))
        #expect(NSExpression(forConstantValue: [1, 2]).hash == NSExpression(forAggregate: [1, 2]).hash)
        #expect(NSExpression(forConstantValue: "1") != NSExpression(forConstantValue: 1))
    }

    @Test func `an archived expression has a value when that is allowed`() throws {
        let expression = try NSExpression(parsing: "age * 2 + 1")
        let data = try NSKeyedArchiver.archivedData(withRootObject: expression, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSExpression.self, from: data))
        #expect(read == expression)
        let failure = #expect(throws: PredicateFailure.self) {
            try PredicateFailure.throwing { #expect(read.expressionValue(with: ["age": 3], context: nil) == nil) }
        }
        #expect(failure?.problem == .notAllowed)
        read.allowEvaluation()
        #expect(read.expressionValue(with: ["age": 3], context: nil) as? Int == 7)
    }

    @Test func `a key path of Swift is named by the key that was declared with it`() {
        #expect(NSExpression(forKeyPath: \Citizen.surname).keyPath == "surname")
        #expect(NSExpression(forKeyPath: \Citizen.home.city).keyPath == "home.city")
        #expect(KeyTable.path(for: \Citizen.surname) == "surname")
        #expect(KeyTable.path(for: \Citizen.name) == nil)
        #expect(KeyTable.path(for: \Citizen.surname.count) == nil)
        let failure = #expect(throws: PredicateFailure.self) {
            try PredicateFailure.throwing { _ = NSExpression(forKeyPath: \Citizen.name) }
        }
        #expect(failure?.description.contains("no key of Citizen was declared with it") == true)
    }
}
