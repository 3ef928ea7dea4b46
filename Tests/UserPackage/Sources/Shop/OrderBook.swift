import Catalog
import CoreData
import Foundation

/// Orders in a file: made, changed, found and deleted through contexts, as a program does it.
@MainActor
struct OrderBook {
    private let container: NSPersistentContainer

    /// Opens a file, or makes one.
    init(_ file: URL) throws {
        container = NSPersistentContainer(name: "Shop")
        let description = NSPersistentStoreDescription(url: file)
        description.type = NSBinaryStoreType
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        container.viewContext.automaticallyMergesChangesFromParent = true
    }

    /// Makes orders in the background.
    func fill() throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let tag = Tag(context: context)
            tag.label = "urgent"
            for number in 1...3 {
                let order = number == 3 ? RushOrder(context: context) : Order(context: context)
                order.number = Int64(number)
                order.total = NSDecimalNumber(value: number * 10)
                for name in ["pen", "ink"].prefix(number) {
                    let item = Item(context: context)
                    item.name = name
                    order.addToItems(item)
                }
                if number > 1 { order.addToTags(tag) }
            }
            try context.save()
        }
    }

    /// The orders with a tag, by number.
    func orders(with label: String) throws -> [Order] {
        let request: NSFetchRequest<Order> = Order.fetchRequest()
        request.predicate = NSPredicate(format: "ANY tags.label == %@", label)
        request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: false)]
        return try container.viewContext.fetch(request)
    }

    /// A form for a new item, which is kept or dropped.
    func addItem(_ name: String, to order: Order, isKept: Bool) throws {
        let form = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        form.parent = container.viewContext
        guard let order = form.object(with: order.objectID) as? Order else { return }
        let item = Item(context: form)
        item.name = name
        item.order = order
        guard isKept else { return }
        try form.save()
        try container.viewContext.save()
    }

    /// What is said of a tag without a label; nothing is saved of it.
    func saveNamelessTag() -> String {
        let context = container.viewContext
        let tag = Tag(context: context)
        defer { context.delete(tag) }
        do {
            try context.save()
            return "saved"
        } catch let error as CocoaError {
            return "\(error.code.rawValue) \(error.userInfo[NSValidationKeyErrorKey] ?? "")"
        } catch {
            return "\(error)"
        }
    }

    /// Deletes an order, and with it its items.
    func delete(_ order: Order) throws {
        container.viewContext.delete(order)
        try container.viewContext.save()
    }

    /// How many objects of each entity there are, as a context of its own sees it.
    func counts() throws -> String {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            try ["Order", "RushOrder", "Item", "Tag"].map { name in
                "\(name) \(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: name)))"
            }.joined(separator: ", ")
        }
    }

    /// All items of an order, in their order.
    static func items(of order: Order?) -> String {
        (order?.items?.array as? [Item] ?? []).map(\.title).joined(separator: " ")
    }
}
