public import Foundation

/// What comes of a request to stores: the superclass of all such results.
open class NSPersistentStoreResult: NSObject {}
