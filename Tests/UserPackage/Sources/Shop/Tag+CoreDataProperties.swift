// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Catalog
import CoreData
import Foundation

extension Tag {
    @nonobjc public class func fetchRequest() -> NSFetchRequest<Tag> {
        return NSFetchRequest<Tag>(entityName: "Tag")
    }

    @NSManaged public var mood: Int16
    @NSManaged public var orders: NSSet?
    @NSManaged var primitiveKind: Int16
}

// MARK: Generated accessors for orders
extension Tag {
    @NSManaged public func addToOrders(_ value: Order)
    @NSManaged public func removeFromOrders(_ value: Order)
    @NSManaged public func addToOrders(_ values: NSSet)
    @NSManaged public func removeFromOrders(_ values: NSSet)
}

extension Tag: Identifiable {}
