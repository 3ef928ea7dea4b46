import CoreData
import Foundation

/// What a catalogue has words for; a class that an app's own inherit from.
open class Described: NSManagedObject {
    @NSManaged open var label: String?

    /// Whether a predicate holds for it.
    public func matches(_ predicate: NSPredicate?) -> Bool { predicate?.evaluate(with: self) ?? true }
}

/// What kind of word it is.
public enum Kind: Int16, Sendable { case noun, verb }
