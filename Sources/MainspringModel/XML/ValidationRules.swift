internal import Foundation
internal import MainspringFoundation
internal import class MainspringFoundation.NSComparisonPredicate
internal import class MainspringFoundation.NSExpression
internal import class MainspringFoundation.NSPredicate

/// The bounds and the regular expression of an attribute's XML, as predicates and back.
///
/// As Xcode compiles them: `SELF >= 1` and `SELF <= 10` for numbers and dates, `length >= 1` for texts, and
/// `SELF MATCHES "…"`. The warning of each is the number of the validation error that it stands for.
struct ValidationRules {
    private(set) var predicates: [NSPredicate] = []
    private(set) var warnings: [String] = []

    var isEmpty: Bool { predicates.isEmpty }

    /// Validation errors by their codes in `CoreDataErrors.h`.
    private enum Code: Int {
        case numberTooLarge = 1610
        case numberTooSmall = 1620
        case dateTooLate = 1630
        case dateTooSoon = 1640
        case stringTooLong = 1660
        case stringTooShort = 1670
        case stringPattern = 1680
    }

    // MARK: - From XML

    /// Reads what an element says.
    init(attribute type: NSAttributeType, _ attributes: inout ModelXMLAttributes) throws(ModelFileError) {
        var texts: [String: String] = [:]
        for name in Self.names { texts[name] = attributes.filled(name) }
        let reader = attributes
        try self.init(type, texts) { name, text in reader.wrong(name, text, "a number") }
    }

    private static let names = [
        "minValueString", "maxValueString", "minDateTimeInterval", "maxDateTimeInterval", "regularExpressionString",
    ]

    /// Makes the rules that attributes of XML state.
    /// - Parameter wrong: makes the error for a text that is no number.
    init(
        _ type: NSAttributeType, _ texts: [String: String], wrong: (_ name: String, _ text: String) -> ModelFileError
    ) throws(ModelFileError) {
        guard !texts.isEmpty else { return }
        try add(.greaterThanOrEqualTo, texts, "minValueString", "minDateTimeInterval", type, wrong)
        try add(.lessThanOrEqualTo, texts, "maxValueString", "maxDateTimeInterval", type, wrong)
        if let pattern = texts["regularExpressionString"] { add(self: true, .matches, pattern, .stringPattern) }
    }

    private mutating func add(
        _ relation: NSComparisonPredicate.Operator, _ texts: [String: String], _ name: String, _ dateName: String,
        _ type: NSAttributeType, _ wrong: (_ name: String, _ text: String) -> ModelFileError
    ) throws(ModelFileError) {
        switch type {
        case .dateAttributeType:
            guard let interval = texts[dateName] else { return }
            guard let seconds = Double(interval), seconds.isFinite else { throw wrong(dateName, interval) }
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            add(self: true, relation, date, Self.code(of: relation, type))
        case .stringAttributeType:
            guard let text = texts[name] else { return }
            guard let length = Int(text) else { throw wrong(name, text) }
            add(self: false, relation, NSNumber(value: length), Self.code(of: relation, type))
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .decimalAttributeType,
            .doubleAttributeType, .floatAttributeType:
            guard let text = texts[name] else { return }
            guard let number = Self.bound(text, type) else { throw wrong(name, text) }
            add(self: true, relation, number, Self.code(of: relation, type))
        default:
            // Left over from before the type was changed.
            return
        }
    }

    /// A bound may lie outside of the type's range, and with it the rule means nothing, as in Xcode.
    private static func bound(_ text: String, _ type: NSAttributeType) -> Any? {
        switch type {
        case .decimalAttributeType, .doubleAttributeType, .floatAttributeType: AttributeText.value(text, type)
        default:
            AttributeText.value(text, .integer64AttributeType) ?? AttributeText.value(text, .doubleAttributeType)
        }
    }

    private mutating func add(
        self isSelf: Bool, _ relation: NSComparisonPredicate.Operator, _ value: Any, _ code: Code
    ) {
        predicates.append(
            NSComparisonPredicate(
                leftExpression: isSelf ? .expressionForEvaluatedObject() : NSExpression(forKeyPath: "length"),
                rightExpression: NSExpression(forConstantValue: value), modifier: .direct, type: relation))
        warnings.append("\(code.rawValue)")
    }

    // MARK: - To XML

    /// What no attribute of XML can state.
    enum Unstated {
        /// A predicate of another form, or the second of one form.
        case predicate(NSPredicate)
        /// A warning that is not the code of its predicate, which is what XML stands for.
        case warning(String, NSPredicate, code: Int)
    }

    /// The attributes that state an attribute's predicates, and the first thing that none can state.
    ///
    /// A predicate without a warning is stated.
    static func attributes(of attribute: NSAttributeDescription) -> (stated: [String: String], left: Unstated?) {
        var stated: [String: String] = [:]
        let (predicates, warnings) = attribute.rules
        for (index, predicate) in predicates.enumerated() {
            guard let comparison = predicate as? NSComparisonPredicate,
                let (name, text) = state(comparison, attribute.attributeType),
                stated.updateValue(text, forKey: name) == nil
            else { return (stated, .predicate(predicate)) }
            let code = code(of: comparison.predicateOperatorType, attribute.attributeType).rawValue
            let warning = index < warnings.count ? warnings[index] : ""
            guard warning.isEmpty || warning == "\(code)" else {
                return (stated, .warning(warning, predicate, code: code))
            }
        }
        return (stated, nil)
    }

    /// The code of a rule.
    private static func code(of relation: NSComparisonPredicate.Operator, _ type: NSAttributeType) -> Code {
        let isLeast = relation == .greaterThanOrEqualTo
        if relation == .matches { return .stringPattern }
        return switch type {
        case .dateAttributeType: isLeast ? .dateTooSoon : .dateTooLate
        case .stringAttributeType: isLeast ? .stringTooShort : .stringTooLong
        default: isLeast ? .numberTooSmall : .numberTooLarge
        }
    }

    private static func state(
        _ comparison: NSComparisonPredicate, _ type: NSAttributeType
    ) -> (name: String, text: String)? {
        let left = comparison.leftExpression
        let right = comparison.rightExpression
        guard comparison.comparisonPredicateModifier == .direct, comparison.options.isEmpty,
            right.expressionType == .constantValue, let value = right.constantValue
        else { return nil }
        let isSelf = left.expressionType == .evaluatedObject
        let isLength = left.expressionType == .keyPath && left.keyPath == "length"
        switch (comparison.predicateOperatorType, type) {
        case (.matches, _) where isSelf: return (value as? String).map { ("regularExpressionString", $0) }
        case (.greaterThanOrEqualTo, .dateAttributeType) where isSelf:
            return seconds(value).map { ("minDateTimeInterval", $0) }
        case (.lessThanOrEqualTo, .dateAttributeType) where isSelf:
            return seconds(value).map { ("maxDateTimeInterval", $0) }
        case (.greaterThanOrEqualTo, _): return number(value, type, isSelf, isLength).map { ("minValueString", $0) }
        case (.lessThanOrEqualTo, _): return number(value, type, isSelf, isLength).map { ("maxValueString", $0) }
        default: return nil
        }
    }

    private static func seconds(_ value: Any) -> String? {
        (value as? Date).flatMap { AttributeText.text(seconds: $0.timeIntervalSinceReferenceDate) }
    }

    private static func number(_ value: Any, _ type: NSAttributeType, _ isSelf: Bool, _ isLength: Bool) -> String? {
        switch type {
        case .stringAttributeType: isLength ? AttributeText.text(value, .integer64AttributeType) : nil
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            isSelf ? (value as? NSNumber).flatMap { $0.doubleValue.isFinite ? "\($0)" : nil } : nil
        case .decimalAttributeType, .doubleAttributeType, .floatAttributeType:
            isSelf ? AttributeText.text(value, type) : nil
        default: nil
        }
    }
}
