internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

extension PropertyValidator {
    /// The error of a rule that a value does not fulfil.
    func error(_ rule: ValidationRule, _ value: Any, _ object: NSObject) -> NSError {
        let warning = rule.warning.map { localized("ErrorString/\($0)") ?? $0 }
        return error(rule.code, value, object, warning, [NSValidationPredicateErrorKey: rule.predicate])
    }

    /// The error of a code.
    func error(
        _ code: Int, _ value: Any?, _ object: NSObject, _ description: String? = nil, _ details: [String: Any] = [:]
    ) -> NSError {
        var info = details
        info[NSValidationObjectErrorKey] = object
        info[NSValidationKeyErrorKey] = key
        if let value { info[NSValidationValueErrorKey] = value }
        return CoreDataError.make(code, description ?? CoreDataError.sentence(code, of: title), userInfo: info)
    }

    /// What the property is called in sentences: as the model's `localizationDictionary` has it, or its name.
    private var title: String {
        if let entity = property.owner?.name, let title = localized("Property/\(property.name)/Entity/\(entity)") {
            return title
        }
        return localized("Property/\(property.name)") ?? key
    }

    private func localized(_ key: String) -> String? { property.owner?.model?.localizationDictionary?[key] }
}
