import Testing

@testable import MainspringData

/// A context's links to its child contexts, apart from the context.
@Suite struct ChildLinksTests {
    private let links: ChildLinks
    private let queue = ContextQueue(.privateQueueConcurrencyType)
    private let child = Company().context()

    init() { links = ChildLinks(queue) }

    private var taking: Taking {
        Taking(TakenMerge(ChangeSet(inserted: [], updated: [], deleted: []), from: child.core), start: 0)
    }
    private var save: TakenChanges {
        TakenChanges(changes: ChangeSet(inserted: [], updated: [], deleted: []), child: child.core)
    }

    @Test func `the queue knows whether a child save is partly applied`() {
        links.taking = taking
        #expect(queue.isTakingOver)
        links.taking = nil
        #expect(!queue.isTakingOver)
    }

    @Test func `only the child whose save is partly applied reads without it`() {
        let other = Company().context()
        links.reading(for: ObjectIdentifier(child.core)) { #expect(!links.isReadingForTaken) }
        links.taking = taking
        links.reading(for: ObjectIdentifier(child.core)) { #expect(links.isReadingForTaken) }
        #expect(!links.isReadingForTaken)
        links.reading(for: ObjectIdentifier(other.core)) { #expect(!links.isReadingForTaken) }
        links.reading(for: nil) { #expect(!links.isReadingForTaken) }
    }

    @Test func `child saves are noted during a batch alone, and given to what ends one that fails`() throws {
        links.noteTaken(save)
        try links.inBatch {
            links.noteTaken(save)
        } failed: { _ in
            Issue.record("The batch has not failed.")
        }
        #expect(links.takenInBatch == nil)
        var count = 0
        #expect(throws: CancellationError.self) {
            try links.inBatch {
                links.noteTaken(save)
                throw CancellationError()
            } failed: { saves in
                // Saves that are applied until the function is called belong to the batch.
                links.noteTaken(save)
                count = saves().count
                links.noteTaken(save)
            }
        }
        #expect(count == 2 && links.takenInBatch == nil)
    }
}
