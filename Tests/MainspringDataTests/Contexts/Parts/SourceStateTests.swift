import Synchronization
import Testing

@testable import MainspringData

@Suite struct SourceStateTests {
    @Test func `identities last if the source is a coordinator, and not if it is a parent`() {
        let state = SourceState()
        #expect(!state.identitiesLast)
        let parent = Company().context()
        state.noteSource(parent.core.source)
        #expect(state.identitiesLast)
        let child = parent.child()
        state.noteSource(child.core.source)
        #expect(!state.identitiesLast)
        state.noteSource(nil)
        #expect(!state.identitiesLast)
    }

    @Test func `other threads see whether a generation is held`() {
        let state = SourceState()
        func holds() -> Bool { state.holdsGeneration.load(ordering: .relaxed) }
        #expect(!holds())
        state.generation = HeldGeneration()
        #expect(holds())
        state.generation = nil
        #expect(!holds())
    }
}
