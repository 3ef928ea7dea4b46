internal import Foundation
internal import MainspringFoundation
public import MainspringModel

/// The entities by which a fetch request asks for parts of a history. No model has them.
enum HistoryEntities {
    static let transactionName = "Transaction"
    static let changeName = "Change"

    /// Made once, and constant from then on.
    static let model: NSManagedObjectModel = {
        let model = NSManagedObjectModel()
        model.entities = [
            entity(
                transactionName,
                [
                    ("author", .stringAttributeType), ("bundleID", .stringAttributeType),
                    ("contextName", .stringAttributeType), ("processID", .stringAttributeType),
                    ("storeID", .stringAttributeType), ("timestamp", .dateAttributeType),
                    ("token", .undefinedAttributeType), ("transactionNumber", .integer64AttributeType),
                ]),
            entity(
                changeName,
                [
                    ("changeID", .integer64AttributeType), ("changeType", .integer16AttributeType),
                    ("changedEntity", .undefinedAttributeType), ("changedObjectID", .objectIDAttributeType),
                    ("transaction", .undefinedAttributeType),
                ]),
        ]
        model.freeze()
        return model
    }()

    static let transactionKeys = keys(transactionName)
    static let changeKeys = keys(changeName)

    private static func keys(_ name: String) -> [String] {
        model.entitiesByName[name]?.attributesByName.keys.sorted() ?? []
    }

    private static func entity(_ name: String, _ attributes: [(String, NSAttributeType)]) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = attributes.map { name, type in
            let attribute = NSAttributeDescription()
            (attribute.name, attribute.attributeType, attribute.isOptional, attribute.isTransient) =
                (name, type, true, type == .undefinedAttributeType || type == .objectIDAttributeType)
            return attribute
        }
        return entity
    }

    static func request(_ name: String) -> NSFetchRequest<any NSFetchRequestResult>? {
        guard let entity = model.entitiesByName[name] else { return nil }
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity = entity
        return request
    }
}

extension NSPersistentHistoryTransaction {
    /// What a fetch request may ask of transactions: `author`, `bundleID`, `contextName`, `processID`, `storeID`, `timestamp`, `token`
    /// and `transactionNumber`. Tokens have an order: `token > %@` chooses what one does not know.
    public class var entityDescription: NSEntityDescription? {
        HistoryEntities.model.entitiesByName[HistoryEntities.transactionName]
    }

    /// The same, whatever the context.
    public class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
        entityDescription
    }

    /// A new request for all transactions; see ``NSPersistentHistoryChangeRequest/fetchHistory(withFetch:)``.
    public class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        HistoryEntities.request(HistoryEntities.transactionName)
    }
}

extension NSPersistentHistoryChange {
    /// What a fetch request may ask of changes: `changeID`, `changeType`, `changedEntity` (an `NSEntityDescription`),
    /// `changedObjectID` and `transaction`.
    public class var entityDescription: NSEntityDescription? {
        HistoryEntities.model.entitiesByName[HistoryEntities.changeName]
    }

    /// The same, whatever the context.
    public class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
        entityDescription
    }

    /// A new request for all changes; see ``NSPersistentHistoryChangeRequest/fetchHistory(withFetch:)``.
    public class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        HistoryEntities.request(HistoryEntities.changeName)
    }
}
