internal import Foundation

/// The transformers that are known by name.
final class TransformerRegistry: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards the table. The transformers are asked by any thread, as `ValueTransformer`
    // says.

    static let shared = TransformerRegistry()

    private let lock = NSLock()
    private var transformers: [String: ValueTransformer]

    private init() {
        transformers = [
            "NSNegateBoolean": NegateBooleanTransformer(),
            "NSIsNil": IsNilTransformer(),
            "NSIsNotNil": IsNotNilTransformer(),
            "NSUnarchiveFromData": UnarchiveFromDataTransformer(),
            "NSKeyedUnarchiveFromData": NSSecureUnarchiveFromDataTransformer(),
            "NSSecureUnarchiveFromData": NSSecureUnarchiveFromDataTransformer(),
        ]
    }

    func set(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
        let replaced = lock.withLock {
            let replaced = transformers[name.rawValue]
            transformers[name.rawValue] = transformer
            return replaced
        }
        // If that was the last of it, its deinitializer runs here and not under the lock.
        withExtendedLifetime(replaced) {}
    }

    /// The transformer of a name. Models also have the class's name for the one that Apple's documents recommend.
    func transformer(forName name: NSValueTransformerName) -> ValueTransformer? {
        lock.withLock {
            if let known = transformers[name.rawValue] { return known }
            return name.rawValue == "NSSecureUnarchiveFromDataTransformer"
                ? transformers["NSSecureUnarchiveFromData"] : nil
        }
    }

    var names: [NSValueTransformerName] {
        lock.withLock { transformers.keys.sorted() }.map(NSValueTransformerName.init(rawValue:))
    }
}
