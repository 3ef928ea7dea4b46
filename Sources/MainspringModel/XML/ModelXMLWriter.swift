internal import Foundation
internal import MainspringFoundation
internal import class MainspringFoundation.NSExpression
internal import class MainspringFoundation.NSPredicate

/// Writes a model as the XML that Xcode keeps in a `.xcdatamodel`: equal models give equal texts, in the order in which
/// Xcode has elements and attributes.
struct ModelXMLWriter {
    let model: NSManagedObjectModel
    let path: String
    let xml: ModelXMLText
    /// The composite attributes whose elements are described once for the model, by that description's name.
    private let composites: [String: NSCompositeAttributeDescription]

    /// Writes a model.
    /// - Throws: `ModelFileError` for what no attribute of the XML can state.
    static func write(_ model: NSManagedObjectModel, path: String) throws(ModelFileError) -> String {
        let writer = try ModelXMLWriter(model: model, path: path)
        try writer.writeModel()
        // Xcode ends the file without an end of line.
        return String(writer.xml.text.dropLast())
    }

    private init(model: NSManagedObjectModel, path: String) throws(ModelFileError) {
        self.model = model
        self.path = path
        xml = ModelXMLText(path: path)
        composites = try Self.composites(model.entities, path: path)
    }

    private func writeModel() throws(ModelFileError) {
        if model.localizationDictionary?.isEmpty == false {
            throw error(
                "the model has a localizationDictionary, which XML has no place for; set it where the model is read")
        }
        let rootAttributes = try rootAttributes
        let entities = model.entities.sorted { ($0.name ?? "") < ($1.name ?? "") }
        try xml.element("model", rootAttributes) { () throws(ModelFileError) in
            for entity in entities { try writeEntity(entity) }
            for (name, composite) in composites.sorted(by: { $0.key < $1.key }) {
                try writeComposite(name, composite)
            }
            for (name, request) in model.requestTemplatesByName.sorted(by: { $0.key < $1.key }) {
                try writeRequest(request, name: name)
            }
            for name in model.configurationNames {
                let members = model.entities(forConfigurationName: name) ?? []
                let others = (model.source.configurations[name] ?? []).map { ($0.name, String?.some($0.value)) }
                try xml.element("configuration", [("name", name)] + others) { () throws(ModelFileError) in
                    for member in members.compactMap(\.name).sorted() {
                        try xml.element("memberEntity", [("name", member)])
                    }
                }
            }
            if !model.source.layout.isEmpty {
                try xml.element("elements", []) { () throws(ModelFileError) in
                    for element in model.source.layout {
                        try xml.element("element", element.map { ($0.name, $0.value) })
                    }
                }
            }
        }
    }

    /// What the file said, with the model's own version; or what Xcode says of a new model.
    private var rootAttributes: [(String, String?)] {
        get throws(ModelFileError) {
            let version = try versionIdentifier
            var attributes: [(String, String?)] = model.source.attributes.map { ($0.name, $0.value) }
            if attributes.isEmpty {
                attributes = [
                    ("type", "com.apple.IDECoreDataModeler.DataModel"), ("documentVersion", "1.0"),
                    ("lastSavedToolsVersion", "1"), ("systemVersion", "11A491"), ("minimumToolsVersion", "Automatic"),
                    ("sourceLanguage", "Swift"),
                ]
            }
            if let index = attributes.firstIndex(where: { $0.0 == "userDefinedModelVersionIdentifier" }) {
                attributes[index].1 = version
            } else {
                attributes.append(("userDefinedModelVersionIdentifier", version))
            }
            return attributes
        }
    }

    /// The one version identifier that XML has a place for; empty for none.
    private var versionIdentifier: String {
        get throws(ModelFileError) {
            var texts: [String] = []
            for identifier in model.versionIdentifiers {
                guard let text = identifier.base as? String else {
                    throw error("the version identifier \(identifier.base) is no text; XML has texts only")
                }
                if !text.isEmpty { texts.append(text) }
            }
            guard texts.count <= 1 else {
                let list = texts.sorted().map { "“\($0.excerpt)”" }.joined(separator: ", ")
                throw error("the model has the version identifiers \(list), and XML has a place for one; leave one")
            }
            return texts.first ?? ""
        }
    }

    /// Elements of a composite that has a name of its own stand once in the model.
    private static func composites(
        _ entities: [NSEntityDescription], path: String
    ) throws(ModelFileError) -> [String: NSCompositeAttributeDescription] {
        var composites: [String: NSCompositeAttributeDescription] = [:]
        var open = entities.flatMap(\.ownProperties)
        while let property = open.popLast() {
            guard let composite = property as? NSCompositeAttributeDescription else { continue }
            if let name = composite.source.compositeName {
                if let known = composites[name] {
                    guard known === composite || known.elements == composite.elements else {
                        throw ModelFileError(
                            path: path,
                            reason: "“\(known.name)” and “\(composite.name)” are composites of the name “\(name)” with "
                                + "other elements, and XML has one list of them; make the elements equal")
                    }
                    continue
                }
                composites[name] = composite
            }
            open += composite.elements as [NSPropertyDescription]
        }
        return composites
    }

    func error(_ reason: String) -> ModelFileError { ModelFileError(path: path, reason: reason) }

    func writeUserInfo(_ userInfo: [AnyHashable: Any]?) throws(ModelFileError) {
        guard let userInfo, !userInfo.isEmpty else { return }
        var entries: [(key: String, value: String)] = []
        for (key, value) in userInfo {
            guard let key = key.base as? String, let value = value as? String else {
                throw error("the user info has \(key.base) with a value that is no string; XML has strings only")
            }
            entries.append((key, value))
        }
        try xml.element("userInfo", []) { () throws(ModelFileError) in
            for entry in entries.sorted(by: { $0.key < $1.key }) {
                try xml.element("entry", [("key", entry.key), ("value", entry.value)])
            }
        }
    }

    /// The format of a predicate, which must make an equal one.
    func format(_ predicate: NSPredicate, of owner: String) throws(ModelFileError) -> String {
        let format = predicate.predicateFormat
        guard let read = try? NSPredicate(parsing: format), read == predicate else {
            throw error(
                "the predicate \(format.excerpt) of \(owner) has no format; make it of comparisons, not of a block")
        }
        return format
    }

    /// The text of an expression: a function of one argument has a colon, as the editor wants it.
    static func text(of expression: NSExpression) -> String {
        guard expression.expressionType == .function, !expression.isMethod, let arguments = expression.arguments,
            arguments.count == 1, expression.function.hasSuffix(":")
        else { return expression.description }
        return "\(expression.function)(\(arguments[0].description))"
    }

    /// The format of an expression, which must make an equal one.
    func format(_ expression: NSExpression, of owner: String) throws(ModelFileError) -> String {
        let format = Self.text(of: expression)
        guard let read = try? NSExpression(parsing: format), read == expression else {
            throw error(
                "the expression \(format.excerpt) of \(owner) has no format; make it of functions, not of a block")
        }
        return format
    }
}
