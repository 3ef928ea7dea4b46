internal import Foundation
internal import MainspringModel
internal import class MainspringFoundation.NSComparisonPredicate
internal import class MainspringFoundation.NSExpression

extension ValidationRule {
    /// What kind of values an attribute has, as far as codes tell them apart.
    enum Domain {
        case number, date, text, other

        /// - Parameter bound: tells the kind where the type does not.
        init(_ type: NSAttributeType, bound: Any?) {
            self =
                switch type {
                case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .decimalAttributeType,
                    .doubleAttributeType, .floatAttributeType, .booleanAttributeType:
                    .number
                case .dateAttributeType: .date
                case .stringAttributeType: .text
                case .undefinedAttributeType, .transformableAttributeType:
                    bound is Date ? .date : bound is NSNumber ? .number : .other
                case .binaryDataAttributeType, .UUIDAttributeType, .URIAttributeType, .objectIDAttributeType,
                    .compositeAttributeType:
                    .other
                }
        }
    }

    /// What a comparison asks of a value.
    struct Question {
        /// What is compared.
        enum Subject {
            case value, length
        }

        /// What it must be.
        enum Relation {
            case atMost, atLeast, pattern

            init?(_ type: NSComparisonPredicate.Operator, isMirrored: Bool) {
                switch type {
                case .lessThan, .lessThanOrEqualTo: self = isMirrored ? .atLeast : .atMost
                case .greaterThan, .greaterThanOrEqualTo: self = isMirrored ? .atMost : .atLeast
                case .matches, .like:
                    if isMirrored { return nil }
                    self = .pattern
                default: return nil
                }
            }
        }

        let subject: Subject
        let relation: Relation
        /// What it is compared with.
        let bound: Any?

        /// Nil for what is not a comparison of the value, or of its length, with a constant.
        init?(_ comparison: NSComparisonPredicate) {
            let (left, right) = (comparison.leftExpression, comparison.rightExpression)
            let isMirrored = left.expressionType == .constantValue
            let (asked, constant) = isMirrored ? (right, left) : (left, right)
            guard constant.expressionType == .constantValue, let subject = Self.subject(asked),
                let relation = Relation(comparison.predicateOperatorType, isMirrored: isMirrored)
            else { return nil }
            self.subject = subject
            self.relation = relation
            bound = constant.constantValue
        }

        private static func subject(_ expression: NSExpression) -> Subject? {
            switch expression.expressionType {
            case .evaluatedObject: .value
            case .keyPath: expression.keyPath == "length" || expression.keyPath == "SELF.length" ? .length : nil
            default: nil
            }
        }
    }
}
