internal import Foundation
internal import class MainspringFoundation.NSExpression
internal import MainspringFoundation
internal import MainspringModel

/// What an expression description computes.
struct ComputedColumn {
    private let name: String
    /// With variables in the places of aggregates.
    private let expression: NSExpression
    private let type: NSAttributeType
    /// Whether the column of every object is the same.
    private let isConstant: Bool
    /// What it is then, once it was computed.
    private var constant: Constant?
    /// The paths that the expression asks one object for, outside of aggregates; nil if it asks for the whole object.
    let paths: Set<String>?

    private struct Constant {
        let value: Any?
    }

    /// - Parameters:
    ///   - expression: checked.
    ///   - aggregates: takes those of the expression.
    init(
        _ name: String, _ expression: NSExpression, _ type: NSAttributeType, _ scope: ExpressionScope,
        _ aggregates: AggregateList
    ) {
        self.name = name
        self.type = type
        let rewritten = AggregateRewriter(aggregates).rewritten(
            IdentityRewriter(scope, isQuick: false).rewritten(expression))
        let use = ExpressionUse(of: rewritten)
        self.expression = rewritten
        paths = use.asksWhole ? nil : use.paths
        isConstant = use.isConstant
    }

    /// The column for one fetch, in which what does not depend on objects, such as `now()`, is computed once.
    func fixed() throws -> ComputedColumn {
        guard isConstant else { return self }
        var column = self
        column.constant = Constant(value: try value(of: nil, nil))
        return column
    }

    func value(of object: (any FetchCandidate)?, _ aggregates: NSMutableDictionary?) throws -> Any? {
        if let constant { return constant.value }
        return try Self.value(expression.expressionValue(with: object, context: aggregates), name, type)
    }

    /// A value as the column has it.
    private static func value(_ value: Any?, _ name: String, _ type: NSAttributeType) throws -> Any? {
        guard let value = plain(value) else { return nil }
        let identity = IdentityRewriter.identity(value) ?? value
        if type == .undefinedAttributeType { return identity }
        if type == .objectIDAttributeType {
            if identity is NSManagedObjectID { return identity }
            throw Failure(
                description: "“\(name)” is to be the identity of an object, and is \(KeyValueError.naming(value)).")
        }
        switch AttributeConversion.convert(identity, to: type) {
        case .success(let converted): return converted
        case .failure(let failure): throw Failure(description: "“\(name)” is computed, and \(failure).")
        }
    }

    /// A sentence.
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
