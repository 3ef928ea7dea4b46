internal import Foundation

/// What an object of the program's gives its fields, in place of an `NSKeyedArchiver`.
///
/// Of our own, since the one on Linux ends the process on decimal numbers and on index paths of several indexes. Lives
/// while `encode(with:)` runs, on its thread.
final class EncodingCoder: NSCoder {
    private let archiver: SecureArchiver
    private(set) var fields: [String: PropertyListValue] = [:]

    init(_ archiver: SecureArchiver) { self.archiver = archiver }

    override var allowsKeyedCoding: Bool { true }
    override var requiresSecureCoding: Bool { true }

    override func encode(_ object: Any?, forKey key: String) { fields[key] = archiver.add(object).value }

    /// Objects that are referred to are archived, whether or not something else archives them.
    override func encodeConditionalObject(_ object: Any?, forKey key: String) { encode(object, forKey: key) }

    override func encode(_ value: Bool, forKey key: String) { fields[key] = .boolean(value) }
    override func encode(_ value: Int, forKey key: String) { fields[key] = .integer(Int64(value)) }
    override func encode(_ value: Int32, forKey key: String) { fields[key] = .integer(Int64(value)) }
    override func encode(_ value: Int64, forKey key: String) { fields[key] = .integer(value) }
    override func encode(_ value: Float, forKey key: String) { fields[key] = .real(Double(value)) }
    override func encode(_ value: Double, forKey key: String) { fields[key] = .real(value) }

    override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
        fields[key] = .data(bytes.map { Data(bytes: $0, count: length) } ?? Data())
    }

    override func failWithError(_ error: any Error) { archiver.refuse("\(error)") }
    override func version(forClassName className: String) -> Int { NSNotFound }

    // MARK: Without a key

    // Each form of it ends in one of these, which end the process in the class above.
    override func encodeValue(ofObjCType type: UnsafePointer<Int8>, at address: UnsafeRawPointer) { refuseKeyless() }
    override func encode(_ data: Data) { refuseKeyless() }
    override func encodePropertyList(_ list: Any) { refuseKeyless() }

    private func refuseKeyless() {
        archiver.refuse("a class encodes a value without a key; encode it with encode(_:forKey:)")
    }
}
