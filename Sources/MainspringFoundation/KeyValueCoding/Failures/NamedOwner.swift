/// An object that sentences about its keys are to tell from others of its class.
///
/// For modules of the package: a layer, an object of a store.
package protocol NamedOwner {
    /// Its class and what it is known by, as it stands in the middle of a sentence.
    var nameInSentences: String { get }
}

extension KeyValueError {
    /// Who has a key, or has it not.
    package static func owner(_ object: Any) -> String {
        (object as? any NamedOwner)?.nameInSentences ?? String(describing: type(of: object))
    }
}
