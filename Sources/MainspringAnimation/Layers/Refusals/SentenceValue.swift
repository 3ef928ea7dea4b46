/// A value as it stands in a sentence: not longer than a sentence can bear, with its type.
struct SentenceValue: CustomStringConvertible {
    let description: String

    init(_ value: Any?) {
        if let value {
            let text = String(describing: value)
            description = "\(text.count > 60 ? text.prefix(60) + "…" : text[...]) (\(type(of: value)))"
        } else {
            description = "nil"
        }
    }
}
