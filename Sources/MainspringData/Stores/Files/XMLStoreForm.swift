internal import Foundation
internal import MainspringFoundation

/// The XML form of a store's file, which is ours.
///
/// ```xml
/// <store format="1">
/// <metadata><dictionary><string key="NSStoreType">XML</string>…</dictionary></metadata>
/// <entity name="Person" last="17"/>
/// <object entity="Person" key="12" version="3"><string key="name">Anna</string>
/// <relationship name="department">5</relationship></object>
/// </store>
/// ```
enum XMLStoreForm: StoreForm {
    static func data(_ document: StoreDocument) throws -> Data {
        var writer = XMLStoreWriter()
        writer.begin(metadata: document.metadata)
        for (name, last) in document.lastKeys.sorted(by: { $0.key < $1.key }) { writer.writeLast(last, of: name) }
        for group in document.groups {
            for object in group.objects { writer.write(object, of: group.entity) }
        }
        writer.end()
        return Data(writer.bytes)
    }

    static func isBeginning(_ data: Data) -> Bool {
        // An XML declaration and comments may come first.
        String(decoding: data.prefix(4096), as: UTF8.self).contains("<store")
    }

    static func data(_ data: Data, withMetadata metadata: [String: PropertyListValue]) throws -> Data {
        var document = try document(in: data)
        document.metadata = metadata
        return try self.data(document)
    }

    static func metadata(in data: Data) throws -> [String: PropertyListValue] {
        var reader = try XMLStoreReader(data)
        return try reader.metadata()
    }

    static func document(in data: Data) throws -> StoreDocument {
        var reader = try XMLStoreReader(data)
        return try reader.document()
    }
}
