import Testing

@testable import MainspringData

@Suite struct UndoStateTests {
    @Test func `a context undoes changes until the outermost closure has ended, also by an error`() {
        let state = UndoState()
        #expect(throws: CancellationError.self) {
            try state.undoing {
                state.undoing { #expect(state.isUndoing) }
                #expect(state.isUndoing)
                throw CancellationError()
            }
        }
        #expect(!state.isUndoing)
    }
}
