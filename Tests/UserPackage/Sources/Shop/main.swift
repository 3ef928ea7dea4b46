import Catalog
import CoreData
import Foundation

guard let model = NSManagedObjectModel.mergedModel(from: nil) else { fatalError("There is no model.") }

@MainActor func entity(_ name: String) -> NSEntityDescription {
    guard let entity = model.entitiesByName[name] else { fatalError("There is no entity \(name).") }
    return entity
}

let order = RushOrder(entity: entity("RushOrder"), insertInto: nil)
order.number += 2
order.deadline = Date(timeIntervalSinceReferenceDate: 0)
let item = Item(entity: entity("Item"), insertInto: nil)
order.addToItems(item)
let tag = Tag(entity: entity("Tag"), insertInto: nil)
tag.label = "urgent"
tag.kind = .verb
tag.mood = 3
tag.addToOrders(order)

let sortDescriptors: [NSSortDescriptor] = [NSSortDescriptor(key: "number", ascending: true)]
let predicate: NSPredicate = NSPredicate(format: "orders.number CONTAINS 2 AND label == 'urgent'")
print(order.number, order.items?.count ?? 0, tag.label ?? "", tag.kind == .verb, tag.mood, tag.orders?.count ?? 0)
print(tag.matches(predicate), item.title, tag.value(forKeyPath: "orders.@max.number") ?? "no number")
print(sortDescriptors.count, Tag.fetchRequest().entityName ?? "no name")
for name in model.entitiesByName.keys.sorted() {
    let properties = entity(name).propertiesByName.keys.sorted().joined(separator: " ")
    print(name, entity(name).managedObjectClassName ?? "no class", properties)
}

let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).shop")
defer { try? FileManager.default.removeItem(at: file) }
let book = try OrderBook(file)
try book.fill()
print(try book.counts())
let urgent = try book.orders(with: "urgent")
print(urgent.map(\.number), type(of: urgent[0]), OrderBook.items(of: urgent[0]))
try book.addItem("stamp", to: urgent[0], isKept: false)
print(OrderBook.items(of: urgent[0]))
try book.addItem("paper", to: urgent[0], isKept: true)
print(OrderBook.items(of: urgent[0]))
print(book.saveNamelessTag())
try book.delete(urgent[1])
print(try book.counts())

let reopened = try OrderBook(file)
let kept = try reopened.orders(with: "urgent")
print(try reopened.counts())
print(kept.map(\.number), OrderBook.items(of: kept.first), kept.first?.total ?? 0)
