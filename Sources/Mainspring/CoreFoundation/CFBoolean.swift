/// True or false, where CoreFoundation has an object for it.
public typealias CFBoolean = Bool

/// True, for values that may be of any type, such as those of a transaction.
public let kCFBooleanTrue: CFBoolean! = true
/// False, for values that may be of any type, such as those of a transaction.
public let kCFBooleanFalse: CFBoolean! = false
