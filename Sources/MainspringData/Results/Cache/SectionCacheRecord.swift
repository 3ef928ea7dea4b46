internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// For which question sections were counted: what a controller must not change while it has a cache.
struct SectionCacheConfiguration: Hashable, Sendable {
    let entity: String
    /// Which objects.
    let selection: String
    let order: String
    let sectionNameKeyPath: String

    /// - Returns: nil for what a text cannot say: closures in predicates and sort descriptors.
    init?(_ request: FetchRequestDescription, sectionNameKeyPath: String) {
        let predicate = request.predicate?.predicateFormat ?? "TRUEPREDICATE"
        var order = ""
        for descriptor in request.sortDescriptors ?? [] {
            guard let key = descriptor.key, let selector = descriptor.selector else { return nil }
            order += "\(descriptor.ascending ? "+" : "-")\(selector) \(key)\n"
        }
        guard !predicate.contains("BLOCKPREDICATE(") else { return nil }
        entity = request.entityName ?? ""
        selection = "\(request.includesSubentities) \(request.fetchOffset) \(request.fetchLimit) \(predicate)"
        self.order = order
        self.sectionNameKeyPath = sectionNameKeyPath
    }
}

/// Of which model and which stores, in which state, sections were counted.
struct SectionCacheState: Hashable, Sendable {
    /// The model's checksum.
    let model: String
    /// What changes with every change of a store's contents, by the store's UUID.
    let stores: [String: String]
}

/// The sections of a result, as they are kept for the next time: names and numbers of objects.
struct SectionCacheRecord: Hashable, Sendable {
    struct Section: Hashable, Sendable {
        let name: String
        let count: Int
    }

    let configuration: SectionCacheConfiguration
    let state: SectionCacheState
    let sections: [Section]
}

// MARK: As a property list

extension SectionCacheConfiguration {
    fileprivate init?(_ value: PropertyListValue?) {
        guard let fields = value?.dictionary, let entity = fields["entity"]?.string,
            let selection = fields["selection"]?.string, let order = fields["order"]?.string,
            let sectionNameKeyPath = fields["sectionNameKeyPath"]?.string
        else { return nil }
        self.entity = entity
        self.selection = selection
        self.order = order
        self.sectionNameKeyPath = sectionNameKeyPath
    }
}

extension SectionCacheRecord {
    /// The form's number: a file of another one is ignored.
    private static let version: Int64 = 1

    /// The record as a file says it; nil if it is none, or says what cannot be: sections without a name of their own or
    /// without objects.
    init?(named name: String, _ data: Data) {
        guard let fields = (try? PropertyListValue(contentsOf: data))?.dictionary,
            fields["version"]?.integer == Self.version, fields["name"]?.string == name,
            let configuration = SectionCacheConfiguration(fields["configuration"]),
            let model = fields["model"]?.string, let stores = fields["stores"]?.dictionary?.entries,
            let names = fields["sections"]?.array?.map(\.string), let counts = fields["counts"]?.array?.map(\.integer),
            names.count == counts.count
        else { return nil }
        var (sections, known, sum) = ([Section](), Set<String>(), 0)
        for (name, count) in zip(names, counts) {
            guard let name, known.insert(name).inserted, let count, let count = Int(exactly: count), count > 0 else {
                return nil
            }
            let (total, isTooLarge) = sum.addingReportingOverflow(count)
            guard !isTooLarge else { return nil }
            sum = total
            sections.append(Section(name: name, count: count))
        }
        let stamps = stores.compactMapValues(\.string)
        guard stamps.count == stores.count else { return nil }
        self.configuration = configuration
        state = SectionCacheState(model: model, stores: stamps)
        self.sections = sections
    }

    /// The record as a binary property list.
    func data(named name: String) throws -> Data {
        let list = PropertyListValue.dictionary([
            "version": .integer(Self.version), "name": .string(name),
            "configuration": .dictionary([
                "entity": .string(configuration.entity), "selection": .string(configuration.selection),
                "order": .string(configuration.order),
                "sectionNameKeyPath": .string(configuration.sectionNameKeyPath),
            ]),
            "model": .string(state.model),
            "stores": .dictionary(PropertyListDictionary(state.stores.mapValues { .string($0) })),
            "sections": .array(sections.map { .string($0.name) }),
            "counts": .array(sections.map { .integer(Int64($0.count)) }),
        ])
        return try list.binaryData()
    }
}
