import Foundation
import MainspringFoundation
import MainspringModel

@testable import MainspringData

/// Executes batches in a company's file, and reads what has come of them.
extension HistoryBench {
    func execute(_ request: NSBatchInsertRequest, in context: NSManagedObjectContext? = nil) throws -> Any? {
        try ((context ?? self.context()).execute(request) as? NSBatchInsertResult)?.result
    }

    func execute(_ request: NSBatchUpdateRequest, in context: NSManagedObjectContext? = nil) throws -> Any? {
        try ((context ?? self.context()).execute(request) as? NSBatchUpdateResult)?.result
    }

    func execute(_ request: NSBatchDeleteRequest, in context: NSManagedObjectContext? = nil) throws -> Any? {
        try ((context ?? self.context()).execute(request) as? NSBatchDeleteResult)?.result
    }

    /// A request for the objects of an entity.
    static func objects(_ entity: String, _ format: String? = nil) -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
        request.predicate = format.map { NSPredicate(format: $0) }
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return request
    }

    /// The names of the objects, in their order.
    func names(_ entity: String, _ format: String? = nil) throws -> [String] {
        let context = context()
        return try withExtendedLifetime(context) {
            try context.fetch(Self.objects(entity, format)).map { ($0 as! NSManagedObject).title }
        }
    }
}
