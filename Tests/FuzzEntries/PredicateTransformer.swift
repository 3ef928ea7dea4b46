import Foundation
import MainspringFoundation

/// Archives of predicates, and of all that is allowed without being asked for.
final class PredicateTransformer: NSSecureUnarchiveFromDataTransformer {
    override class var allowedTopLevelClasses: [AnyClass] {
        super.allowedTopLevelClasses + [
            NSPredicate.self, NSComparisonPredicate.self, NSCompoundPredicate.self, NSExpression.self,
            NSSortDescriptor.self,
        ]
    }
}
