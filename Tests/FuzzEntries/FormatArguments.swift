import Foundation
import MainspringFoundation

/// The arguments that an input chooses from, by a byte each.
enum FormatArguments {
    /// What a format can state.
    private static let printable: [@Sendable () -> Any] = [
        { NSNull() }, { 0 }, { 1 }, { -7 }, { Int.max }, { Int.min }, { UInt64.max }, { true }, { false },
        { 0.5 }, { -0.0 }, { 1e300 }, { Double.infinity }, { "" }, { "name" }, { "kids.@count" }, { "a\"\\'\n\u{1}é" },
        { "in" }, { "@sum.age" }, { "(a+)+b" }, { "*?" }, { "%@ %K" }, { "x self" },
        { Date(timeIntervalSinceReferenceDate: 1.25) }, { Data([0, 255]) },
        { Decimal(sign: .minus, exponent: -3, significand: 5) },
        { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)) },
        { [Any]() }, { [1, 3] }, { ["a", 2.5, [true]] as [Any] }, { Set(["a", "b"]) },
        { NSExpression(forKeyPath: "age") }, { NSExpression(forVariable: "x") },
        { NSExpression(forConstantValue: nil) },
        { NSPredicate(value: true) }, { NSComparisonPredicate.leftIsRight },
    ]

    /// What none can, or what is not equal to itself.
    private static let others: [@Sendable () -> Any] = [
        { Double.nan }, { Decimal.nan }, { Date(timeIntervalSinceReferenceDate: .nan) }, { ["a": 1] },
        { Specimen.parent() }, { NSObject() }, { NSPredicate { _, _ in true } },
        { NSExpression(forConstantValue: NSObject()) },
        { Set([[1]]) }, { URL(fileURLWithPath: "/a b") }, { 1...3 },
    ]

    /// The arguments of some bytes, and whether a format can state all of them.
    static func arguments(_ bytes: some Sequence<UInt8>) -> (list: [Any], arePrintable: Bool) {
        var arePrintable = true
        let list = bytes.map { byte in
            let number = Int(byte) % (printable.count + others.count)
            if number < printable.count { return printable[number]() }
            arePrintable = false
            return others[number - printable.count]()
        }
        return (list, arePrintable)
    }
}

extension NSComparisonPredicate {
    fileprivate static var leftIsRight: NSPredicate {
        NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: "name"), rightExpression: NSExpression(forConstantValue: "Ann"),
            modifier: .direct, type: .equalTo, options: .caseInsensitive)
    }
}
