// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

open class NSManagedObject: NSObject {
    public var slots: [Int: Any] = [:]
    public var log: [String] = []
    public override required init() {}

    public subscript(managed index: Int) -> String? {
        get { slots[index] as? String }
        set { slots[index] = newValue }
    }
    public subscript(managed index: Int) -> Int64 {
        get { slots[index] as? Int64 ?? 0 }
        set { slots[index] = newValue }
    }
    public subscript<Value>(managed index: Int) -> Value? {
        get { slots[index] as? Value }
        set { slots[index] = newValue }
    }
    @_disfavoredOverload
    public subscript<Value>(managed index: Int) -> Value {
        get {
            if let value = slots[index] as? Value { return value }
            let zeros: [Any] = [0 as Int, 0 as Int16, 0 as Int64, 0 as Double]
            for zero in zeros { if let zero = zero as? Value { return zero } }
            fatalError("Slot \(index) holds no \(Value.self).")
        }
        set { slots[index] = newValue }
    }
    public subscript<Value>(managedPrimitive index: Int) -> Value {
        get { self[managed: index] }
        set { self[managed: index] = newValue }
    }
    public func addManaged(_ value: Any, to index: Int) { log.append("add \(index)") }
    public func removeManaged(_ value: Any, from index: Int) { log.append("remove \(index)") }
    public func insertManaged(_ value: Any, into index: Int, at place: Any) { log.append("insert \(index)") }
    public func removeManaged(at place: Any, from index: Int) { log.append("removeAt \(index)") }
    public func replaceManaged(in index: Int, at place: Any, with value: Any) { log.append("replace \(index)") }
    public func managedSlot(named name: StaticString) -> Int { 1000 + name.utf8CodeUnitCount }
}

public class NSFetchRequest<Result> {
    public let entityName: String
    public init(entityName: String) { self.entityName = entityName }
}

public struct ManagedClassTable {
    public let type: NSManagedObject.Type
    public let firstSlot: Int
    public let properties: [StaticString]
    public let keyPaths: () -> [AnyKeyPath: String]
    public init(
        _ type: NSManagedObject.Type, firstSlot: Int, properties: [StaticString],
        keyPaths: @escaping () -> [AnyKeyPath: String]
    ) {
        self.type = type
        self.firstSlot = firstSlot
        self.properties = properties
        self.keyPaths = keyPaths
    }
}

public protocol ManagedModuleTable {
    static var classes: [ManagedClassTable] { get }
}

public func managedTables(ofModule name: String) -> [ManagedClassTable] {
    let table = _typeByName("\(name.utf8.count)\(name)15__ManagedModuleO") as? any ManagedModuleTable.Type
    return table?.classes ?? []
}

public func managedSlotCount(of type: NSManagedObject.Type) -> Int {
    let module = String(String(reflecting: type).prefix { $0 != "." })
    guard let table = managedTables(ofModule: module).first(where: { $0.type == type }) else { return 0 }
    return table.firstSlot + table.properties.count
}

open class NSPredicate: NSObject {}
open class NSComparisonPredicate: NSPredicate {}
open class NSCompoundPredicate: NSPredicate {}
open class NSExpression: NSObject {}
open class NSSortDescriptor: NSObject {}
