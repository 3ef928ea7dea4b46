public import Foundation
internal import MainspringFoundation
internal import MainspringModel

// The collections by which a relationship is changed as if it were one's own: those of KeyValueCoding, but for the wrong kind
// of property, of which Apple's raise.

extension NSManagedObject {
    /// Returns a set that is what a to-many relationship leads to: it reads the relationship each time, and sets it at each
    /// change.
    ///
    /// Of an attribute, a relationship to one or an ordered one it is an error, told in a sentence (`KeyValueError.throwing`
    /// throws it), and the set is nobody's.
    public final func mutableSetValue(forKey key: String) -> NSMutableSet {
        if refuses("mutableSetValue(forKey:)", key, isOrdered: false) { return NSMutableSet() }
        return (self as any KeyValueCoding).mutableSetValue(forKey: key)
    }

    /// Returns a set that is what a path leads to; the object that has the last key is asked, see ``mutableSetValue(forKey:)``.
    public final func mutableSetValue(forKeyPath keyPath: String) -> NSMutableSet {
        guard let (holder, key) = managedHolder(keyPath) else {
            return (self as any KeyValueCoding).mutableSetValue(forKeyPath: keyPath)
        }
        return holder.mutableSetValue(forKey: key)
    }

    /// Returns an ordered set that is what an ordered relationship leads to: what is asked of it reads the relationship, and a
    /// change sets it.
    ///
    /// Of any other property it is an error, told in a sentence (`KeyValueError.throwing` throws it), and the set is
    /// nobody's.
    public final func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
        if refuses("mutableOrderedSetValue(forKey:)", key, isOrdered: true) { return NSMutableOrderedSet() }
        return (self as any KeyValueCoding).mutableOrderedSetValue(forKey: key)
    }

    /// Returns an ordered set that is what a path leads to; the object that has the last key is asked, see
    /// ``mutableOrderedSetValue(forKey:)``.
    public final func mutableOrderedSetValue(forKeyPath keyPath: String) -> NSMutableOrderedSet {
        guard let (holder, key) = managedHolder(keyPath) else {
            return (self as any KeyValueCoding).mutableOrderedSetValue(forKeyPath: keyPath)
        }
        return holder.mutableOrderedSetValue(forKey: key)
    }

    /// Tells of a property of the entity that is no relationship of the right kind. Keys of the class alone may be anything.
    private func refuses(_ method: String, _ key: String, isOrdered: Bool) -> Bool {
        guard let property = entity.propertiesByName[key] else { return false }
        if let relationship = property as? NSRelationshipDescription, relationship.isToMany,
            relationship.isOrdered == isOrdered
        {
            return false
        }
        KeyValueError.report(.unsupportedProxy(key, entity: entity.name ?? "", method: method))
        return true
    }

    /// The managed object that has a path's last key, and that key; nil if there is none, or the path has an operator.
    private func managedHolder(_ path: String) -> (NSManagedObject, String)? {
        guard let parsed = try? KeyValuePath(path), parsed.keyValueOperator == nil, let last = parsed.keys.last else {
            return nil
        }
        guard parsed.keys.count > 1 else { return (self, last) }
        let holder = value(forKeyPath: parsed.keys.dropLast().joined(separator: "."))
        return (holder as? NSManagedObject).map { ($0, last) }
    }
}
