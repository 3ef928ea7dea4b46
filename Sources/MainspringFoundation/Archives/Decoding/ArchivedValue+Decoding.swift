internal import Foundation

extension ArchivedValue {
    /// The Swift value of what is archived, with all that is in it; nil if nil was archived.
    ///
    /// Numbers become `Int` (`UInt64` where that is too small), `Double` and `Bool`; `NSDecimalNumber` `Decimal`;
    /// `NSValue` the structure in it; arrays `[Any]`, sets `Set<AnyHashable>`, dictionaries `[AnyHashable: Any]`,
    /// ordered sets `NSOrderedSet`; an attributed string one without its attributes; all other classes of Foundation's
    /// the value type of their name. `NSNull` stays, and stands for nil in collections.
    ///
    /// Takes at most four times the archive's memory and 64 MiB.
    ///
    /// - Throws: ``ArchiveError`` if a class is not known, something is broken, or an object contains itself.
    package func decoded() throws(ArchiveError) -> Any? {
        if case .null = self { return nil }
        do {
            return try ArchiveDecoder(byteCount: byteCount).decode(self).value
        } catch {
            throw error.archiveError
        }
    }

    /// The size of the archive that it is of; 0 if it has no part of one.
    var byteCount: Int {
        switch self {
        case .null, .value: 0
        case .object(let object): object.archive.byteCount
        case .list(let elements): elements.lazy.map(\.byteCount).first { $0 > 0 } ?? 0
        }
    }
}

extension DecodingFailure {
    /// The failure where no class of the program's takes part.
    fileprivate var archiveError: ArchiveError {
        switch self {
        case .archive(let error): error
        case .classNotAllowed(let name): ArchiveError(object: nil, problem: .unknownClass(name))
        case .refused(let reason): ArchiveError(object: nil, problem: .badContent(reason))
        }
    }
}
