internal import Foundation

/// The values of variables while something is evaluated.
struct EvaluationScope {
    private var variables: [String: Any] = [:]
    /// Where an expression's variables are looked for, and where an assignment puts them.
    private let context: NSMutableDictionary?

    init(variables: [String: Any]?) {
        self.variables = variables ?? [:]
        context = nil
    }

    init(context: NSMutableDictionary?) { self.context = context }

    /// The value of a variable; nil if it has none at all.
    func value(_ name: String) -> Any? { variables[name] ?? context?.object(forKey: NSString(string: name)) }

    /// The scope of a subquery's predicate for one element.
    func binding(_ name: String, to value: Any) -> EvaluationScope {
        var scope = self
        scope.variables[name] = value
        return scope
    }

    /// Gives a variable a value for whoever evaluates something with the same context.
    func assign(_ value: Any?, to name: String) {
        context?.setObject(value ?? NullValue.shared, forKey: NSString(string: name))
    }

    /// All variables, for a closure; nil if there are none.
    var dictionary: [String: Any]? {
        var result = variables
        for (key, value) in context ?? [:] {
            if let key = key as? String, result[key] == nil { result[key] = value }
        }
        return result.isEmpty ? nil : result
    }

    /// All variables, for the closure of an expression.
    var mutableDictionary: NSMutableDictionary? {
        guard !variables.isEmpty else { return context }
        let result = NSMutableDictionary()
        for (key, value) in dictionary ?? [:] { result.setObject(value, forKey: NSString(string: key)) }
        return result
    }
}
