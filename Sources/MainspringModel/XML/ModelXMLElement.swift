/// An element of a model's XML.
struct ModelXMLElement {
    let name: String
    let attributes: [(name: String, value: String)]
    /// The line in which its start ends, the first being 1.
    let line: Int
    var children: [ModelXMLElement] = []

    /// The value of an attribute.
    func text(_ name: String) -> String? {
        for attribute in attributes where attribute.name == name { return attribute.value }
        return nil
    }

    /// The elements of a name in it.
    func children(named name: String) -> [ModelXMLElement] { children.filter { $0.name == name } }

    /// What it is, in a sentence.
    var title: String { text("name").map { "\(name) “\($0.excerpt)”" } ?? name }
}
