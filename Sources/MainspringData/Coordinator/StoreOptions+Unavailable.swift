// Options that mean nothing here.

/// Not available: the binary form is Mainspring's own, and holds no archive of classes.
@available(*, unavailable, message: "Binary stores hold no classes here; value transformers say which they read.")
public let NSBinaryStoreSecureDecodingClasses: String = "NSBinaryStoreSecureDecodingClasses"
/// Not available: the binary form is Mainspring's own, and holds no archive of classes.
@available(*, unavailable, message: "Binary stores hold no classes here; value transformers say which they read.")
public let NSBinaryStoreInsecureDecodingCompatibilityOption: String = "NSBinaryStoreInsecureDecodingCompatibilityOption"
/// Not available: there is no iCloud here.
@available(*, unavailable, message: "There is no iCloud here.")
public let NSPersistentStoreUbiquitousContentNameKey: String = "NSPersistentStoreUbiquitousContentNameKey"
/// Not available: there is no iCloud here.
@available(*, unavailable, message: "There is no iCloud here.")
public let NSPersistentStoreUbiquitousContentURLKey: String = "NSPersistentStoreUbiquitousContentURLKey"
/// Not available: there is no iCloud here.
@available(*, unavailable, message: "There is no iCloud here.")
public let NSPersistentStoreUbiquitousContainerIdentifierKey: String =
    "NSPersistentStoreUbiquitousContainerIdentifierKey"
/// Not available: there is no iCloud here.
@available(*, unavailable, message: "There is no iCloud here.")
public let NSPersistentStoreUbiquitousPeerTokenOption: String = "NSPersistentStoreUbiquitousPeerTokenOption"
/// Not available: there is no iCloud here.
@available(*, unavailable, message: "There is no iCloud here.")
public let NSPersistentStoreRebuildFromUbiquitousContentOption: String = "NSPersistentStoreRebuildFromUbiquitousContent"
/// Not available: there is no iCloud here.
@available(*, unavailable, message: "There is no iCloud here.")
public let NSPersistentStoreRemoveUbiquitousMetadataOption: String = "NSPersistentStoreRemoveUbiquitousMetadata"
