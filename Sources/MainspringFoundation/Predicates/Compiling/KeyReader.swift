internal import Foundation

/// Read access to a key of a class, or to a member of the structure that it is, by the types that are compared quickly.
///
/// Integers of all types are read as `Int` and floats as `Double`: a class that is generic over the type would be asked by
/// its generic code, which costs more than the conversion.
struct KeyReader {
    let entry: KeyTable.Entry
    /// The keys of the members.
    let rest: ArraySlice<String>

    /// What reads the value; nil if it is of another type.
    func access<Value>(_ type: Value.Type) -> ((AnyObject) -> Value)? { entry.access(rest, as: type)?.read }

    /// What reads an integer of a type that an `Int` can hold.
    var integer: ((AnyObject) -> Int)? {
        if let read = access(Int.self) { return read }
        if let read = access(Int64.self) { return { Int(truncatingIfNeeded: read($0)) } }
        if let read = access(Int32.self) { return { Int(read($0)) } }
        if let read = access(Int16.self) { return { Int(read($0)) } }
        if let read = access(Int8.self) { return { Int(read($0)) } }
        if let read = access(UInt8.self) { return { Int(read($0)) } }
        if let read = access(UInt16.self) { return { Int(read($0)) } }
        if let read = access(UInt32.self) { return { Int(truncatingIfNeeded: read($0)) } }
        return access(Bool.self).map { read in { read($0) ? 1 : 0 } }
    }

    /// What reads an integer that may be nil.
    var optionalInteger: ((AnyObject) -> Int?)? {
        if let read = access(Int?.self) { return read }
        if let read = access(Int64?.self) { return { read($0).map { Int(truncatingIfNeeded: $0) } } }
        if let read = access(Int32?.self) { return { read($0).map { Int($0) } } }
        if let read = access(Int16?.self) { return { read($0).map { Int($0) } } }
        return access(Bool?.self).map { read in { read($0).map { $0 ? 1 : 0 } } }
    }

    /// What reads a floating-point number.
    var floating: ((AnyObject) -> Double)? {
        if let read = access(Double.self) { return read }
        if let read = access(Float.self) { return { Double(read($0)) } }
        return access(CGFloat.self).map { read in { Double(read($0)) } }
    }

    /// What reads a floating-point number that may be nil.
    var optionalFloating: ((AnyObject) -> Double?)? {
        if let read = access(Double?.self) { return read }
        return access(Float?.self).map { read in { read($0).map { Double($0) } } }
    }
}
