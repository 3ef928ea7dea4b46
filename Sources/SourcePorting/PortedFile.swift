internal import SourceScanning

/// A file of Swift source, ported from Apple's platforms: without what needs the Objective-C runtime.
///
/// `@objc`, `@objc(name)` and `@objcMembers` are taken away, `#keyPath(A.b.c)` becomes the string `"b.c"`, and
/// `#selector(A.compare(_:))`, or another order that is known here, as the argument of a sort descriptor becomes
/// `Selector("compare:")`. A protocol that was one of Objective-C's becomes one of classes. What stands in comments and in
/// strings stays as it is, except for the code of interpolations. `@nonobjc` stays; it is accepted here.
///
/// Left where they stand, and told, are other selectors, optional requirements, names that Objective-C knew a class or a
/// property by and Swift does not, observers of keys, classes and selectors by name, recorded invocations, `%s` in formats,
/// imports of frameworks that are not here, and attributes of Interface Builder and of application objects. Told as well are
/// properties of managed objects that key-value coding found by the attribute that was taken away.
///
/// Nothing is written: ``text`` is what the file would say.
public struct PortedFile: Equatable, Sendable {
    /// The path by which leftovers name the file.
    public let path: String
    /// What is replaced, in order.
    public let edits: [SourceEdit]
    /// What a person has to look at, in order.
    public let leftovers: [SourceLeftover]
    /// The text with all edits made.
    public let text: String

    /// Ports a text.
    ///
    /// - Parameters:
    ///   - path: The path by which leftovers name the file.
    ///   - text: What the file says.
    /// - Complexity: linear in its length, but for interpolations within interpolations.
    public init(path: String, text: String) {
        let source = SourceFile(path: path, text: text)
        var porter = SourcePorter(source)
        porter.run()
        self.path = path
        edits = porter.edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
        leftovers = porter.leftovers.sorted { $0.line < $1.line }
        var bytes: [UInt8] = []
        var position = 0
        for edit in edits {
            bytes += source.bytes[position..<edit.range.lowerBound]
            bytes += Array(edit.replacement.utf8)
            position = edit.range.upperBound
        }
        bytes += source.bytes[position...]
        self.text = edits.isEmpty ? text : String(decoding: bytes, as: UTF8.self)
    }
}
