import Foundation
import MainspringData
import MainspringModel

/// An atomic store as a program writes one: a file of JSON, with objects by names of their own.
class LinesStore: NSAtomicStore {
    class var kind: NSPersistentStore.StoreType { .init(rawValue: "Lines") }
    /// What the coordinator has called, in order.
    var calls: [String] = []
    var failure: (any Error)?
    /// What the identities were called while the place was read.
    var loaded: Set<URL> = []
    private var count = 0

    override init(
        persistentStoreCoordinator coordinator: NSPersistentStoreCoordinator?, configurationName: String?, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) {
        super.init(
            persistentStoreCoordinator: coordinator, configurationName: configurationName, at: url, options: options)
        if let known = try? Self.metadataForPersistentStore(with: url), !known.isEmpty {
            metadata = known
        } else {
            metadata = [NSStoreUUIDKey: UUID().uuidString, NSStoreTypeKey: Self.kind.rawValue]
        }
    }

    override var type: String { Self.kind.rawValue }

    override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
        guard let contents = try contents(of: url) else { return [:] }
        return contents["metadata"] as? [String: Any] ?? [:]
    }

    override class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
        var contents = try contents(of: url) ?? [:]
        contents["metadata"] = metadata
        try JSONSerialization.data(withJSONObject: contents).write(to: url)
    }

    private static func contents(of url: URL) throws -> [String: Any]? {
        guard let data = try? Data(contentsOf: url), !data.isEmpty else { return nil }
        return try JSONSerialization.jsonObject(with: data) as? [String: Any]
    }

    private var model: NSManagedObjectModel { persistentStoreCoordinator!.managedObjectModel }

    private func identity(_ text: String) -> NSManagedObjectID {
        let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
        return objectID(for: model.entitiesByName[parts[0]]!, withReferenceObject: parts[1])
    }

    private func text(_ node: NSAtomicStoreCacheNode) -> String {
        "\(node.objectID.entity.name!)/\(referenceObject(for: node.objectID) as! String)"
    }

    // MARK: The contract

    override func load() throws {
        calls.append("load")
        guard let url, let contents = try Self.contents(of: url),
            let objects = contents["objects"] as? [String: [String: Any]]
        else { return }
        let nodes = Dictionary(
            uniqueKeysWithValues: objects.keys.map { ($0, NSAtomicStoreCacheNode(objectID: identity($0))) })
        loaded = Set(nodes.values.map { $0.objectID.uriRepresentation() })
        for (name, node) in nodes {
            count = max(count, Int(name.split(separator: "-").last!)!)
            for (key, value) in objects[name]! {
                switch node.objectID.entity.propertiesByName[key] {
                case let relationship as NSRelationshipDescription where relationship.isToMany:
                    node.setValue(Set((value as! [String]).map { nodes[$0]! }), forKey: key)
                case is NSRelationshipDescription: node.setValue(nodes[value as! String], forKey: key)
                default: node.setValue(value, forKey: key)
                }
            }
        }
        addCacheNodes(Set(nodes.values))
    }

    override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
        calls.append("reference")
        count += 1
        return "object-\(count)"
    }

    override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
        calls.append("new")
        let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
        fill(node, managedObject)
        return node
    }

    override func updateCacheNode(_ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject) {
        calls.append("update")
        fill(node, managedObject)
    }

    private func fill(_ node: NSAtomicStoreCacheNode, _ object: NSManagedObject) {
        for property in object.entity.properties {
            switch property {
            case let relationship as NSRelationshipDescription where relationship.isToMany:
                let others = object.value(forKey: property.name) as! NSSet
                node.setValue(NSSet(array: others.map { ($0 as! NSManagedObject).objectID }), forKey: property.name)
            case is NSRelationshipDescription:
                node.setValue(
                    (object.value(forKey: property.name) as? NSManagedObject)?.objectID, forKey: property.name)
            case is NSAttributeDescription where property.name == "name":
                // The store has its own idea of names.
                node.setValue((object.value(forKey: "name") as? String)?.uppercased(), forKey: "name")
            default: node.setValue(object.value(forKey: property.name), forKey: property.name)
            }
        }
    }

    override func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
        calls.append("remove \(cacheNodes.count) of \(self.cacheNodes().count)")
    }

    override func save() throws {
        calls.append("save")
        if let failure { throw failure }
        var objects: [String: Any] = [:]
        for node in cacheNodes() {
            var values: [String: Any] = [:]
            for property in node.objectID.entity.properties {
                guard let value = node.value(forKey: property.name) else { continue }
                switch value {
                case let other as NSManagedObjectID: values[property.name] = cacheNode(for: other).map(text)
                case let other as NSAtomicStoreCacheNode: values[property.name] = text(other)
                case let others as Set<NSAtomicStoreCacheNode>: values[property.name] = others.map(text)
                case let others as NSSet:
                    values[property.name] = others.compactMap {
                        ($0 as? NSAtomicStoreCacheNode ?? cacheNode(for: $0 as! NSManagedObjectID)).map(text)
                    }
                default: values[property.name] = value
                }
            }
            objects[text(node)] = values
        }
        var kept = metadata!
        for (key, value) in kept where !JSONSerialization.isValidJSONObject([value]) {
            _ = kept.removeValue(forKey: key)
        }
        let contents: [String: Any] = ["metadata": kept, "objects": objects]
        try JSONSerialization.data(withJSONObject: contents).write(to: url!)
    }
}
