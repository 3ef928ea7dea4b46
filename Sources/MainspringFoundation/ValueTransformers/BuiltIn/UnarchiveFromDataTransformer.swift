internal import Foundation

/// Stands for the one that reads archives without keys, which name classes that would be looked up.
final class UnarchiveFromDataTransformer: ValueTransformer {
    override func transformedValue(_ value: Any?) -> Any? { refused(value) }
    override func reverseTransformedValue(_ value: Any?) -> Any? { refused(value) }

    private func refused(_ value: Any?) -> Any? {
        guard flattened(value) != nil else { return nil }
        TransformerLog.write(
            "The value transformer NSUnarchiveFromData is not available on Linux; its values are nil. Use "
                + "NSSecureUnarchiveFromData.")
        return nil
    }
}
