/// What a file says about a model beside its entities, so that it can be written as it was.
package struct ModelSource: Hashable, Sendable {
    /// An attribute of XML.
    package struct Attribute: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    /// The attributes of the XML's outermost element: versions of tools, the language.
    package var attributes: [Attribute] = []
    /// What it says of configurations beside their names, by these: whether they are used with CloudKit.
    package var configurations: [String: [Attribute]] = [:]
    /// Where the editor shows the entities: the attributes of each element.
    package var layout: [[Attribute]] = []

    package init() {}
}
