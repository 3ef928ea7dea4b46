package import Foundation

/// Why no mapping between two models can be inferred.
package struct MappingMisfit: Error {
    /// The name of the new model's entity.
    let entity: String
    /// The name of its property; nil if it is about the entity.
    let property: String?
    /// What is in the way, in Apple's words where they are known.
    let reason: String
    /// What to do, as a sentence.
    let advice: String

    private var subject: String {
        property.map { "the property “\($0)” of the entity “\(entity)”" } ?? "the entity “\(entity)”"
    }

    /// The error of whoever wants the mapping.
    package var error: NSError {
        var info: [String: Any] = ["entity": entity, "reason": reason]
        info["property"] = property
        return CoreDataError.make(
            NSInferredMappingModelError,
            "No mapping can be inferred for \(subject): \(reason.prefix(1).lowercased() + reason.dropFirst()). \(advice)",
            userInfo: info)
    }

    static let incompatibleTypes = "Source and destination attribute types are incompatible"
}
