internal import Synchronization

/// What loops tell the recorder of the process, if there is one: each call-out, each sleep, each run inside a call-out.
///
/// While nobody records, each costs a relaxed load and a branch or two that are never taken. On the loop's thread.
enum LoopTrace {
    /// Whether the gate of the process is open; a word of its own, which needs no object to be looked at.
    private static let word = Atomic<Bool>(false)

    /// Whether somebody records.
    @inline(__always)
    static var isOn: Bool { _slowPath(word.load(ordering: .relaxed)) }

    /// Told by the gate of the process, under its lock.
    static func turn(on isOn: Bool) { word.store(isOn, ordering: .releasing) }

    /// Does something as a slice, if somebody records. What is done stands in the program twice, so that it costs no
    /// more than a load and a branch if nobody does.
    @inline(__always)
    static func record(_ kind: LoopSliceKind, _ detail: @autoclosure () -> UInt64 = 0, _ body: () -> Void) {
        guard isOn else { return body() }
        let slice = recordBegin(kind, detail())
        body()
        end(slice)
    }

    /// Begins a slice of what the loop does in its present mode; nil when nobody records.
    @inline(__always)
    static func begin(_ kind: LoopSliceKind, _ detail: @autoclosure () -> UInt64 = 0) -> LoopSlice? {
        isOn ? recordBegin(kind, detail()) : nil
    }

    /// Begins one of what is to come, in a mode that the loop is not in yet.
    @inline(__always)
    static func begin(_ kind: LoopSliceKind, in mode: CFRunLoopMode) -> LoopSlice? {
        isOn ? recordBegin(kind, in: mode) : nil
    }

    /// Ends a slice where it began, whoever records now.
    @inline(__always)
    static func end(_ slice: LoopSlice?) {
        if let slice { recordEnd(slice) }
    }

    @inline(never)
    private static func recordBegin(_ kind: LoopSliceKind, _ detail: UInt64) -> LoopSlice? {
        TraceGate.process.recorder?.beginLoopSlice(
            kind, LoopTable.currentIfAny?.currentMode?.traceNumber ?? 0, detail)
    }

    @inline(never)
    private static func recordBegin(_ kind: LoopSliceKind, in mode: CFRunLoopMode) -> LoopSlice? {
        TraceGate.process.recorder?.beginLoopSlice(kind, ModeNames.number(of: mode.rawValue), 0)
    }

    @inline(never)
    private static func recordEnd(_ slice: LoopSlice) { slice.recorder._withUnsafeGuaranteedRef { $0.end(slice) } }
}
