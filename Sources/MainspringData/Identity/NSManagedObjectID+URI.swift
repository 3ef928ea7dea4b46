internal import FileAccess
public import Foundation
internal import MainspringModel

extension NSManagedObjectID {
    /// Returns the identity as a URI: `x-coredata://store/Entity/p1`, or `x-coredata:///Entity/t…` for a temporary one.
    ///
    /// Of a store that was removed nothing but the entity and the key is left.
    public final func uriRepresentation() -> URL {
        let entityName = entity.name ?? ""
        let path = entityName.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? entityName
        let text =
            key.isTemporary
            ? "x-coredata:///\(path)/t\(Self.processMark)\(key.key)"
            : "x-coredata://\(persistentStore?.identifier ?? "")/\(path)/p\(storeKey)"
        // Every part is made of what may stand in a URL.
        return URL(string: text) ?? URL(fileURLWithPath: "/")
    }

    /// What the store calls the key.
    private var storeKey: String {
        let key = persistentStore?.uriKey(of: key) ?? String(key.key)
        return key.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? String(self.key.key)
    }

    /// What means nothing in a URI.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// The temporary identity that the last part of a URI stands for; nil if another process made it.
    static func temporary(_ text: String, of entity: NSEntityDescription) -> NSManagedObjectID? {
        guard text.hasPrefix("t" + processMark), let key = Int64(text.dropFirst(1 + processMark.count)), key > 0 else {
            return nil
        }
        return NSManagedObjectID(ObjectKey(store: 0, root: 0, key: key), entity)
    }

    /// Makes temporary identities of one process differ from those of another.
    private static let processMark = UUID.random().uuidString + "-"
}
