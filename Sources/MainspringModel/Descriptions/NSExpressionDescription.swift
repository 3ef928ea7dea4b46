internal import Foundation
public import class MainspringFoundation.NSExpression

/// A column of a fetch's dictionaries that is computed: `propertiesToFetch` takes it; no entity has it.
open class NSExpressionDescription: NSPropertyDescription, @unchecked Sendable {
    // `@unchecked Sendable`: as the superclass.

    /// What is computed.
    open var expression: NSExpression? { willSet { willChange("expression") } }
    /// What kind of value comes out.
    open var expressionResultType: NSAttributeType = .undefinedAttributeType {
        willSet { willChange("expressionResultType") }
    }

    /// What kind of value comes out: the newer face of ``expressionResultType``.
    public final var resultType: NSAttributeDescription.AttributeType {
        get { NSAttributeDescription.AttributeType(expressionResultType) }
        set { expressionResultType = newValue.attributeType }
    }

    override func takeValues(of other: NSPropertyDescription) {
        super.takeValues(of: other)
        guard let other = other as? NSExpressionDescription else { return }
        expression = other.expression
        expressionResultType = other.expressionResultType
    }
}
