internal import Foundation

/// Turns keyed archives into values, and values into archives.
///
/// Reads and writes objects of the classes in ``allowedTopLevelClasses`` only. An archive is first read by a reader of
/// our own, which looks through all of it before an initializer of the program's runs; one with a class that is not allowed (a colour of
/// another platform's, say), one that is broken, or one whose references form a cycle is read as `nil`, and for each class
/// a sentence on standard error says so once. Memory is at most some four times that of the archive and 64 MiB.
///
/// For classes of one's own, which must conform to `NSSecureCoding`, subclass and register:
///
/// ```swift
/// final class ColorTransformer: NSSecureUnarchiveFromDataTransformer {
///     override class var allowedTopLevelClasses: [AnyClass] { [Color.self] }
/// }
/// ```
///
/// An archive that names another class for it, as `UIColor`, is read as one's own after
/// `NSKeyedUnarchiver.setClass(Color.self, forClassName: "UIColor")`.
///
/// **Differences from Apple:** every class of the program's that is in an archive must be listed, not only those at the
/// top, or be asked for by the object that it is a field of, with `decodeObject(of:forKey:)`; a subclass is another class.
/// Collections, texts and dates come out as Swift's values, which can be cast to Foundation's classes, but not to
/// mutable ones. A text with attributes is read as `nil`.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
    /// The classes that may be in an archive: `NSArray`, `NSDictionary`, `NSSet`, `NSString`, `NSNumber`, `NSDate`,
    /// `NSData`, `NSURL`, `NSUUID` and `NSNull`, unless a subclass lists others; with each those below it of
    /// Foundation's.
    open class var allowedTopLevelClasses: [AnyClass] {
        [
            NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
            NSURL.self, NSUUID.self, NSNull.self,
        ]
    }

    /// The value that is archived in a value, which is `Data`; `nil` for `nil` and for what cannot be read.
    open override func transformedValue(_ value: Any?) -> Any? {
        guard let value = flattened(value) else { return nil }
        guard let data = value as? Data else {
            return tell(.refused("the value is of type \(type(of: value)) and not Data"))
        }
        do {
            let archive = try KeyedArchive(data)
            let root = try archive.top()
            if root.isNull { return nil }
            let allowed = AllowedClasses(type(of: self).allowedTopLevelClasses)
            try ArchiveCheck(archive, allowed).check(root)
            return try ArchiveDecoder(byteCount: data.count, allowed: allowed).decode(root).value
        } catch let error as ArchiveError {
            return tell(.archive(error))
        } catch {
            return tell(error as? DecodingFailure ?? .refused("\(error)"))
        }
    }

    /// An archive of a value, as `Data`; `nil` for `nil`, for what cannot be archived, and for what
    /// ``transformedValue(_:)`` would not read because of its class.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let value = flattened(value) else { return nil }
        let allowed = AllowedClasses(type(of: self).allowedTopLevelClasses)
        do { return try SecureArchiver.data(value, allowed: allowed) } catch { return tell(error) }
    }

    private func tell(_ failure: DecodingFailure) -> Any? {
        let name = String(describing: type(of: self))
        switch failure {
        case .archive(let error): TransformerLog.write("\(error) \(name) reads it as nil.")
        case .classNotAllowed(let className):
            TransformerLog.write(
                "An archive holds an object of class \(className.prefix(80)), which is not among the "
                    + "allowedTopLevelClasses of \(name). It is read as nil, and its bytes stay as they are. List the "
                    + "class if the program has it.")
        case .refused(let reason): TransformerLog.write("\(name) gives nil: \(reason.prefix(400)).")
        }
        return nil
    }
}
