public import FoundationEssentials

/// A signed count or index, as wide as a pointer.
public typealias CFIndex = Int
/// A set of option bits, as wide as a pointer.
public typealias CFOptionFlags = UInt
/// A hash value, as wide as a pointer.
public typealias CFHashCode = UInt
/// The number of a type, as the `…GetTypeID` functions give it.
public typealias CFTypeID = UInt
/// Any value at all; without an Objective-C runtime there is no narrower type that a `String` fits.
public typealias CFTypeRef = Any
/// Apple's string type is Swift's own here, so that `as CFString` compiles and costs nothing.
public typealias CFString = String
/// Apple's date type is Foundation's `Date` here, so that `as CFDate` compiles and costs nothing.
public typealias CFDate = Date
/// The name of an event source outside the process; here a file descriptor.
public typealias mach_port_t = Int32

/// An allocator that is accepted and not asked: Swift's runtime allocates.
public final class CFAllocator: Sendable {
    init() {}
}

/// The default allocator: what to pass where Apple's functions take one.
public let kCFAllocatorDefault: CFAllocator? = nil
/// The system's allocator; the same as the default one here.
public let kCFAllocatorSystemDefault: CFAllocator? = nil

/// The numbers of our types; their values mean nothing beyond being different.
enum TypeID {
    static let runLoop: CFTypeID = 1
    static let source: CFTypeID = 2
    static let timer: CFTypeID = 3
    static let observer: CFTypeID = 4
    static let fileDescriptor: CFTypeID = 5
}
