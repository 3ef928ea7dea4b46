import CoreData

class Item: NSManagedObject {
    var title: String { name ?? "nameless" }
}
