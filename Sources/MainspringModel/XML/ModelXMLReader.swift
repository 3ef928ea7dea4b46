internal import Foundation
internal import MainspringFoundation
internal import class MainspringFoundation.NSExpression
internal import class MainspringFoundation.NSPredicate

/// Reads the XML that Xcode keeps in a `.xcdatamodel`, of all its generations.
///
/// The names of elements and attributes are those of files that Xcode has written. What is not known is noted and left
/// out. A predicate or expression in it is read by the parser of formats: it names no class and runs nothing.
struct ModelXMLReader {
    let document: ModelXMLDocument
    var assembly: ModelAssembly
    /// The elements that describe composite attributes, by name.
    var composites: [String: ModelXMLElement] = [:]

    /// Reads a model.
    /// - Parameter model: What is filled, without entities yet.
    /// - Returns: What was not understood, in sentences.
    static func read(
        _ data: Data, path: String, into model: NSManagedObjectModel
    ) throws(ModelFileError) -> [String] {
        let document = try ModelXMLDocument(data, path: path)
        var reader = ModelXMLReader(
            document: document, assembly: ModelAssembly(path: path, byteCount: data.count, model: model))
        try reader.readModel()
        return reader.assembly.notes
    }

    private mutating func readModel() throws(ModelFileError) {
        let root = document.root
        guard root.name == "model" else {
            throw document.error(
                root, "the outermost element is \(root.name.excerpt), not model; this is no data model")
        }
        readSource(root)
        for element in root.children where Self.compositeNames.contains(element.name) {
            guard let name = element.text("name"), composites.updateValue(element, forKey: name) == nil else {
                throw document.error(element, "the composite has no name, or one that another has; give it its own")
            }
        }
        for element in root.children {
            switch element.name {
            case "entity": try readEntity(element)
            case "configuration": try readConfiguration(element)
            case "fetchRequest": try readTemplate(element)
            case "elements": break
            default: if !Self.compositeNames.contains(element.name) { noteUnknown(element) }
            }
        }
        try assembly.finish()
    }

    /// What elements are called that describe a composite attribute.
    static let compositeNames: Set = ["composite", "compositeAttribute"]

    private mutating func readSource(_ root: ModelXMLElement) {
        var source = ModelSource()
        source.attributes = root.attributes.map { ModelSource.Attribute(name: $0.name, value: $0.value) }
        source.layout = root.children(named: "elements").flatMap(\.children).map { element in
            element.attributes.map { ModelSource.Attribute(name: $0.name, value: $0.value) }
        }
        assembly.model.source = source
        if let version = root.text("userDefinedModelVersionIdentifier") {
            assembly.model.versionIdentifiers = [version]
        }
    }

    mutating func noteUnknown(_ element: ModelXMLElement) {
        assembly.note("\(document.place(of: element)): the element is not known")
    }

    private mutating func readConfiguration(_ element: ModelXMLElement) throws(ModelFileError) {
        guard let name = element.text("name") else { throw document.error(element, "the configuration has no name") }
        var members: [String] = []
        for child in element.children {
            guard child.name == "memberEntity", let member = child.text("name") else {
                noteUnknown(child)
                continue
            }
            members.append(member)
        }
        assembly.addConfiguration(name, of: members, at: document.place(of: element))
        let others = element.attributes.filter { $0.name != "name" }
        if !others.isEmpty {
            assembly.model.source.configurations[name] = others.map {
                ModelSource.Attribute(name: $0.name, value: $0.value)
            }
        }
    }

    /// The user info in an element.
    mutating func userInfo(of element: ModelXMLElement) -> [AnyHashable: Any]? {
        var entries: [AnyHashable: Any] = [:]
        for child in element.children(named: "userInfo") {
            for entry in child.children {
                guard entry.name == "entry", let key = entry.text("key") else {
                    noteUnknown(entry)
                    continue
                }
                entries[key] = entry.text("value") ?? ""
            }
        }
        return entries.isEmpty ? nil : entries
    }

    /// A predicate of a format.
    func predicate(
        _ format: String, _ name: String, of element: ModelXMLElement
    ) throws(ModelFileError) -> NSPredicate {
        do {
            return try NSPredicate(parsing: format)
        } catch {
            throw document.error(element, "the predicate of “\(name)” cannot be read: \(error)")
        }
    }

    /// An expression of a format.
    func expression(
        _ format: String, _ name: String, of element: ModelXMLElement
    ) throws(ModelFileError) -> NSExpression {
        do {
            return try NSExpression(parsing: format)
        } catch {
            throw document.error(element, "the expression of “\(name)” cannot be read: \(error)")
        }
    }
}
