internal import class MainspringFoundation.NSExpression
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

extension InferredMapping.Pair {
    /// The derived attributes of the new entity that are new, or may have another value now.
    var derivedAnew: [NSDerivedAttributeDescription] {
        destination.slots.compactMap { $0 as? NSDerivedAttributeDescription }.filter {
            !$0.isTransient && mayBeOther($0)
        }
    }

    private func mayBeOther(_ attribute: NSDerivedAttributeDescription) -> Bool {
        guard let former = source(of: attribute) as? NSDerivedAttributeDescription,
            let expression = attribute.derivationExpression
        else { return true }
        return former.derivationExpression?.description != expression.description || mayBeOther(expression)
    }

    /// Whether what an expression is about may be other, though it says the same.
    private func mayBeOther(_ expression: NSExpression) -> Bool {
        switch expression.expressionType {
        // Whom a relationship leads to may have changed, or be no more.
        case .keyPath: expression.keyPath.contains(".") || !isKept(expression.keyPath)
        case .function: (expression.arguments ?? []).contains(where: mayBeOther)
        default: false
        }
    }

    /// Whether a property is the one that had its name, with the values that it had.
    private func isKept(_ name: String) -> Bool {
        guard let property = destination.slots.first(where: { $0.name == name }), let former = source(of: property)
        else { return false }
        // Where there was no value there is a default value then.
        return former.name == name && (property.isOptional || !former.isOptional)
    }
}
