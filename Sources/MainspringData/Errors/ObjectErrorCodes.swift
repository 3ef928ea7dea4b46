// Codes of objects and contexts. All are of `NSCocoaErrorDomain`.

/// A context could not be locked.
public let NSManagedObjectContextLockingError: Int = 132000
/// A coordinator could not be locked.
public let NSPersistentStoreCoordinatorLockingError: Int = 132010
/// The store has no object of an identity.
public let NSManagedObjectReferentialIntegrityError: Int = 133000
/// An object that is to be saved has a relationship to an object of another store.
public let NSManagedObjectExternalRelationshipError: Int = 133010
/// The same objects were changed elsewhere, and the merge policy does not resolve it.
public let NSManagedObjectMergeError: Int = 133020
/// Objects have the same values, and must not, and the merge policy does not resolve it.
public let NSManagedObjectConstraintMergeError: Int = 133021
