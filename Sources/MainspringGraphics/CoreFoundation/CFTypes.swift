public import Foundation

// Apple's types of Core Foundation are Swift's own here, so that `as CFData` and the like compile and cost nothing.

/// Any value at all; without an Objective-C runtime there is no narrower type that a `String` fits.
public typealias CFTypeRef = Any
/// Apple's string type is Swift's own.
public typealias CFString = String
/// Apple's data type is Foundation's.
public typealias CFData = Data
/// Apple's address type is Foundation's.
public typealias CFURL = URL
/// Apple's array type is Swift's own.
public typealias CFArray = [Any]
/// Apple's dictionary type is Swift's own.
public typealias CFDictionary = [AnyHashable: Any]
