internal import Foundation

/// What an object of the program's asks for its fields, in place of an `NSKeyedUnarchiver`.
///
/// Of our own, since the one on Linux ends the process on references that form a cycle, gives the whole archive up for
/// one missing field, and makes 0 of a decimal number. Lives while an initializer runs, on its thread.
final class DecodingCoder: NSCoder {
    private let object: ArchivedObject
    private let decoder: ArchiveDecoder
    /// What the fields that were asked for count.
    private(set) var total: ArchiveDecoder.Decoded
    /// The first thing that went wrong.
    private(set) var failure: DecodingFailure?

    init(_ object: ArchivedObject, decoder: ArchiveDecoder, total: ArchiveDecoder.Decoded) {
        self.object = object
        self.decoder = decoder
        self.total = total
    }

    override var allowsKeyedCoding: Bool { true }
    override var requiresSecureCoding: Bool { true }
    override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }
    override var error: (any Error)? { failure }
    override func failWithError(_ error: any Error) { fail(.refused("\(error)")) }
    override func containsValue(forKey key: String) -> Bool { object.contains(key) }

    private func fail(_ failure: DecodingFailure) {
        if self.failure == nil { self.failure = failure }
    }

    /// The value of a field; nil if there is none, or something is wrong.
    ///
    /// - Parameter classes: What the object asks for, and so allows within the field.
    private func value(_ key: String, _ classes: [AnyClass]? = nil) -> Any? {
        guard failure == nil else { return nil }
        do {
            let archived: ArchivedValue
            do { archived = try object.value(key) } catch { throw DecodingFailure.archive(error) }
            if archived.isNull { return nil }
            return total.adding(try decoder.decode(archived, askedFor: classes))
        } catch let failure as DecodingFailure {
            fail(failure)
        } catch {
            fail(.refused("\(error)"))
        }
        return nil
    }

    override func decodeObject(forKey key: String) -> Any? { value(key) }

    override func decodeObject<Object: NSObject & NSCoding>(of cls: Object.Type, forKey key: String) -> Object? {
        guard let value = value(key, [cls]) else { return nil }
        if let object = value as? Object ?? MutableCopy.make(of: value, as: cls) as? Object { return object }
        fail(.refused("“\(key)” of \(self.object.className) is a \(type(of: value)), not a \(cls)"))
        return nil
    }

    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
        guard let value = value(key, classes) else { return nil }
        guard let classes else { return value }
        // A text casts to NSString, whatever it is stored as.
        for `class` in classes {
            if MutableCopy.isInstance(value, of: `class`) { return value }
            if let copy = MutableCopy.make(of: value, as: `class`) { return copy }
        }
        fail(.refused("“\(key)” of \(object.className) is a \(type(of: value)), which is none of \(classes)"))
        return nil
    }

    override func decodePropertyList(forKey key: String) -> Any? { value(key) }

    private func number(_ key: String) -> Number? { value(key).flatMap { Number($0) } }

    override func decodeBool(forKey key: String) -> Bool { number(key)?.boolean ?? false }
    override func decodeInteger(forKey key: String) -> Int { number(key)?.integer(Int.self) ?? 0 }
    override func decodeInt32(forKey key: String) -> Int32 { number(key)?.integer(Int32.self) ?? 0 }
    override func decodeCInt(forKey key: String) -> Int32 { decodeInt32(forKey: key) }
    override func decodeInt64(forKey key: String) -> Int64 { number(key)?.integer(Int64.self) ?? 0 }
    override func decodeFloat(forKey key: String) -> Float { number(key).map { Float($0.double) } ?? 0 }
    override func decodeDouble(forKey key: String) -> Double { number(key)?.double ?? 0 }

    override func withDecodedUnsafeBufferPointer<Result>(
        forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> Result
    ) rethrows -> Result {
        guard let data = value(key) as? Data else { return try body(nil) }
        return try Array(data).withUnsafeBufferPointer { try body($0) }
    }

    override func withDecodedUnsafeBytes<Result>(
        forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
        guard let data = value(key) as? Data else { return try body(nil) }
        return try Array(data).withUnsafeBytes { try body($0) }
    }

    override var allowedClasses: [AnyClass]? { decoder.allowedClasses }
    override func version(forClassName className: String) -> Int { NSNotFound }

    // MARK: Without a key

    // Each form of it ends in one of these, which end the process in the class above.
    override func decodeValue(ofObjCType type: UnsafePointer<Int8>, at data: UnsafeMutableRawPointer) {
        refuseKeyless()
    }

    override func decodeData() -> Data? {
        refuseKeyless()
        return nil
    }

    override func decodePropertyList() -> Any? {
        refuseKeyless()
        return nil
    }

    private func refuseKeyless() {
        fail(.refused("\(object.className) decodes a value without a key; archives here have none such"))
    }
}
