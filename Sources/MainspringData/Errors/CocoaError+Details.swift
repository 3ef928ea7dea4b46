public import Foundation
public import class MainspringFoundation.NSPredicate

extension CocoaError {
    /// The object that is not valid.
    public var validationObject: Any? { userInfo[NSValidationObjectErrorKey] }

    /// The key of the property that is not valid.
    public var validationKey: String? { userInfo[NSValidationKeyErrorKey] as? String }

    /// The predicate that a value does not fulfil.
    public var validationPredicate: NSPredicate? { userInfo[NSValidationPredicateErrorKey] as? NSPredicate }

    /// The value that is not valid.
    public var validationValue: Any? { userInfo[NSValidationValueErrorKey] }

    /// The stores that the error is about.
    public var affectedStores: [AnyObject]? { userInfo[NSAffectedStoresErrorKey] as? [AnyObject] }

    /// The objects that the error is about.
    public var affectedObjects: [AnyObject]? { userInfo[NSAffectedObjectsErrorKey] as? [AnyObject] }
}
