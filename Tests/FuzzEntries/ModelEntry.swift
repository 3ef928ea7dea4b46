import Foundation
import MainspringFoundation
import MainspringModel

/// Models: the XML that Xcode keeps, and archives of compiled models, of stores, and of the editor before that.
enum ModelEntry {
    static func run(_ bytes: [UInt8]) throws(BrokenRule) {
        let data = Data(bytes)
        checkCache(data)
        let model: NSManagedObjectModel
        do {
            model = try ModelFile.read(data, path: "input").model
        } catch {
            try require(!error.description.isEmpty, "an error has a sentence")
            return
        }
        _ = model.debugDescription
        guard (try? model.validate()) != nil else {
            try require((try? model.xmlContents()) == nil, "a model with issues is not written")
            return
        }
        try checkXML(model)
        try checkArchive(model)
        _ = model.entityVersionHashesByName
    }

    /// What is packed is read as a store's model only.
    private static func checkCache(_ data: Data) { _ = try? ModelCache.model(of: data) }

    /// What is written as XML is read as an equal model, and written as before. Not all can be: XML has only strings in
    /// user infos.
    private static func checkXML(_ model: NSManagedObjectModel) throws(BrokenRule) {
        guard let written = try? model.xmlContents() else { return }
        let again: NSManagedObjectModel
        let second: String
        do {
            again = try ModelFile.read(Data(written.utf8), path: "written").model
            second = try again.xmlContents()
        } catch {
            throw BrokenRule("XML that was written is read and written again: \(error)")
        }
        try require(second == written, "XML that was read is written as before: \(written) and \(second)")
        try requireEqual(model, again, "XML that was written")
    }

    /// What is archived for a store is read again.
    private static func checkArchive(_ model: NSManagedObjectModel) throws(BrokenRule) {
        guard let content = try? ModelCache.content(for: model) else { return }
        do {
            _ = try ModelCache.model(of: content)
        } catch {
            throw BrokenRule("a store's model that was written is read: \(error)")
        }
    }

    /// XML has an order of its own for validation predicates, and gives a code to those without a warning.
    private static func requireEqual(
        _ model: NSManagedObjectModel, _ again: NSManagedObjectModel, _ what: String
    ) throws(BrokenRule) {
        let differences = ModelComparison(model, again).differences.filter { difference in
            switch difference.change {
            case .changed(.validationPredicates, _, _): false
            default: true
            }
        }
        try require(differences.isEmpty, "\(what) is read as an equal model, without: \(differences)")
    }
}
