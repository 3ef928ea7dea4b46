internal import Foundation

/// Turns values, and objects that conform to `NSSecureCoding`, into an archive.
///
/// Used by one thread.
final class SecureArchiver {
    private var writer = KeyedArchiveWriter()
    /// The objects that have a number; they are kept so that none takes the place of another.
    private var known: [ObjectIdentifier: (object: AnyObject, reference: KeyedArchiveWriter.Reference)] = [:]
    private var depth = 0
    /// The first thing that went wrong.
    private var failure: DecodingFailure?

    private init() {}

    /// An archive of a value, all of whose classes outside of the program's objects are among some.
    static func data(_ value: Any, allowed: AllowedClasses) throws(DecodingFailure) -> Data {
        let archiver = SecureArchiver()
        archiver.writer.setTop(archiver.add(value))
        if let failure = archiver.failure { throw failure }
        do {
            let archive = try KeyedArchive(archiver.writer.list)
            try ArchiveCheck(archive, allowed, isOwnAlwaysChecked: true).check(try archive.top())
        } catch let failure as DecodingFailure {
            throw failure
        } catch let error as ArchiveError {
            throw .archive(error)
        } catch {
            throw .refused("\(error)")
        }
        do {
            return try archiver.writer.data()
        } catch {
            throw .archive(ArchiveError(object: nil, problem: .noPropertyList(error)))
        }
    }

    /// Says why nothing is archived; the first reason counts.
    func refuse(_ reason: String) {
        if failure == nil { failure = .refused(reason) }
    }

    /// Adds a value with all that is in it; the reference is to nil if that fails.
    func add(_ value: Any?) -> KeyedArchiveWriter.Reference {
        guard failure == nil, let value = flattened(value).map(KeyedArchiveWriter.unboxed) else {
            return .null
        }
        guard depth < PropertyListValue.greatestDepth else {
            failure = .archive(ArchiveError(object: nil, problem: .tooDeep))
            return .null
        }
        depth += 1
        defer { depth -= 1 }
        if let simple = writer.archiveSimple(value) { return simple }
        if let set = subclassedSet(value) {
            // A counted one holds more than its elements.
            return set is NSCountedSet ? add(own: set) : writer.addList(.set, set.allObjects.map { add($0) })
        }
        switch value {
        case let value as NSOrderedSet: return writer.addList(.orderedSet, value.array.map { add($0) })
        case let value as [Any]: return writer.addList(.array, value.map { add($0) })
        case let value as Set<AnyHashable>: return writer.addList(.set, value.map { add($0.base) })
        case let value as [AnyHashable: Any]:
            return writer.addDictionary(value.map { (key: add($0.key.base), value: add($0.value)) })
        case let value as any NSSecureCoding: return add(own: value)
        default:
            failure = .refused(
                "an object of \(type(of: value)) cannot be archived; it does not conform to NSSecureCoding")
            return .null
        }
    }

    private func add(own value: any NSSecureCoding) -> KeyedArchiveWriter.Reference {
        let object = value as AnyObject
        if let known = known[ObjectIdentifier(object)] { return known.reference }
        let reference = writer.reserve()
        known[ObjectIdentifier(object)] = (object, reference)
        let coder = EncodingCoder(self)
        value.encode(with: coder)
        let own: AnyClass = type(of: object)
        let name = NSKeyedArchiver.classNameForClass(own) ?? AllowedClasses.archivedName(of: own)
        writer.define(reference, ArchivedClass(name), coder.fields)
        return reference
    }
}
