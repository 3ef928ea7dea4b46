internal import Measure

/// Measures one thing some times: `prepare` is not counted, and neither is what the first time takes, nor letting go of what either
/// has made.
public func measured<Subject>(
    _ count: Int, prepare: () throws -> Subject, _ body: (Subject) throws -> Void,
    check: (Subject) throws -> Void
) rethrows -> Int {
    for round in 0...count {
        let subject = try prepare()
        measure_begin()
        try body(subject)
        measure_end()
        if round == 0 { measure_reset() }
        try check(subject)
    }
    return count
}
