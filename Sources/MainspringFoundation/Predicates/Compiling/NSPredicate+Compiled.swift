internal import Locks
internal import Synchronization

/// The test that was made of a predicate for the objects of a class.
struct CompiledTest {
    let table: KeyTable
    let test: Test
}

extension NSPredicate {
    /// What is asked of the objects of a class; made anew if keys were registered for the class meanwhile.
    final func test(for type: AnyClass) -> Test {
        let identity = ObjectIdentifier(type)
        let table = KeyTable.of(type)
        if let known = test(identity), known.table === table { return known.test }
        // Without the lock: constants are evaluated.
        let compiled = CompiledTest(table: table, test: makeTest(for: type, table))
        keep(compiled, for: identity)
        return compiled.test
    }

    /// Collections answer a key by their elements or entries, whatever keys their classes have.
    private func makeTest(for type: AnyClass, _ table: KeyTable) -> Test {
        type is any KeyValueDictionary.Type || type is any KeyValueCollection.Type
            ? InterpretedTest(self) : TestCompiler(table).test(self)
    }
}
