internal import MainspringModel

/// What was read of the stores beside a context's queue, in the place of the context's source for one fetch.
final class ReadAhead: FetchSource, @unchecked Sendable {
    // `@unchecked Sendable`: who reads hands it to the context's queue, and that to the next one who reads.

    /// A fetch asks for what was not read.
    struct Missing: Error {
        let wish: AheadWish
    }

    private var found: [Found] = []
    private var counts: [(request: FetchRequestDescription, count: Int)] = []
    private var members: [MembersPlace: Members] = [:]
    /// Nil where these were not asked for.
    var dictionaries: [Any]?
    var sortsIdentities = false
    /// What has the members of those who were not known when it was read.
    var rest: (any FetchSource)?

    /// What a request has found.
    private struct Found {
        let request: FetchRequestDescription
        let keys: FetchedKeys?
        let identities: [NSManagedObjectID]

        private var count: Int { keys?.count ?? identities.count }

        /// As much of it as another request asks for; nil where that is not known.
        func part(for other: FetchRequestDescription) -> Found? {
            guard request.asksLike(other) else { return nil }
            if (request.fetchOffset, request.fetchLimit) == (other.fetchOffset, other.fetchLimit) { return self }
            guard request.fetchOffset == 0 else { return nil }
            let start = min(max(0, other.fetchOffset), count)
            let end = other.fetchLimit > 0 ? start + min(other.fetchLimit, count - start) : count
            let isAll = request.fetchLimit == 0 || count < request.fetchLimit
            guard isAll || other.fetchLimit > 0 && end - start == other.fetchLimit else { return nil }
            return Found(
                request: other, keys: keys?.part(start..<end),
                identities: keys == nil ? Array(identities[start..<end]) : [])
        }
    }

    private struct MembersPlace: Hashable {
        let entity: ObjectIdentifier
        let slot: Int
        let store: UInt32
    }

    private struct Members {
        var owners: Set<Int64>
        var found: FetchedMembers
    }

    // MARK: Noting

    func note(_ keys: FetchedKeys, of request: FetchRequestDescription) {
        found.append(Found(request: request, keys: keys, identities: []))
    }

    func note(_ identities: [NSManagedObjectID], of request: FetchRequestDescription) {
        found.append(Found(request: request, keys: nil, identities: identities))
    }

    func note(_ count: Int, of request: FetchRequestDescription) { counts.append((request, count)) }

    // MARK: Answering

    private func known(_ request: FetchRequestDescription) throws -> Found {
        for found in found { if let part = found.part(for: request) { return part } }
        throw Missing(wish: AheadWish(.objects, request))
    }

    func keys(for request: FetchRequestDescription, entity: NSEntityDescription) throws -> FetchedKeys? {
        try known(request).keys
    }

    func identities(for request: FetchRequestDescription, entity: NSEntityDescription) throws -> [NSManagedObjectID] {
        let found = try known(request)
        return found.keys?.identities ?? found.identities
    }

    func count(for request: FetchRequestDescription, entity: NSEntityDescription) throws -> Int? {
        let known = counts.first { counted, _ in
            counted.asksLike(request)
                && (counted.fetchOffset, counted.fetchLimit) == (request.fetchOffset, request.fetchLimit)
        }
        if let known { return known.count }
        // Whoever counts counts those that were found.
        if found.contains(where: { $0.part(for: request) != nil }) { return nil }
        throw Missing(wish: AheadWish(.count, request))
    }

    /// What a relationship leads to; of owners of whom it is not known that is read.
    func prefetch(
        slot: Int, of owners: [Int64], _ entity: NSEntityDescription, store: UInt32
    ) throws -> FetchedMembers? {
        let place = MembersPlace(entity: ObjectIdentifier(entity), slot: slot, store: store)
        var all = members[place]
        let missing = all.map { known in owners.filter { !known.owners.contains($0) } } ?? owners
        guard !missing.isEmpty || all == nil else { return all?.found }
        guard let read = try rest?.prefetch(slot: slot, of: missing, entity, store: store) else { return nil }
        all?.owners.formUnion(missing)
        all?.found.append(read)
        let known = all ?? Members(owners: Set(missing), found: read)
        members[place] = known
        return known.found
    }
}

extension FetchRequestDescription {
    /// Whether another request, for the same entity, asks for the same objects in the same order, but for its offset and its limit.
    fileprivate final func asksLike(_ other: FetchRequestDescription) -> Bool {
        predicate === other.predicate && includesSubentities == other.includesSubentities
            && (sortDescriptors ?? []).elementsEqual(other.sortDescriptors ?? [], by: ===)
            && (affectedStores == nil) == (other.affectedStores == nil)
            && (affectedStores ?? []).elementsEqual(other.affectedStores ?? [], by: ===)
    }
}

extension FetchedMembers {
    /// Puts the members of other owners behind these.
    fileprivate mutating func append(_ other: FetchedMembers) {
        // Without a member nobody has said which entities there are.
        guard !members.isEmpty else { return self = other }
        for index in other.members.keys.indices {
            let number = members.number(of: other.members.entity(index))
            members.append(other.members.keys[index], number)
        }
        owners += other.owners
    }
}
