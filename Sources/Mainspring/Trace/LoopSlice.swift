/// A slice that a loop has begun and not ended; what is known of it stands among the thread's open slices.
struct LoopSlice {
    /// Who records it. Not retained: the gate of the process keeps every recorder that it was ever open to.
    let recorder: Unmanaged<TraceRecorder>
    /// Its place among them, and its number there.
    let place: Int
    let number: UInt64
}

extension LoopSlice {
    // What a slice says of itself, in one word.

    /// Of an observer's.
    @inline(__always)
    static func detail(_ activity: CFRunLoopActivity, order: CFIndex) -> UInt64 {
        UInt64(UInt32(truncatingIfNeeded: activity.rawValue)) | detail(order: order)
    }

    /// Of a source's.
    @inline(__always)
    static func detail(order: CFIndex) -> UInt64 { UInt64(UInt32(bitPattern: Int32(clamping: order))) << 32 }

    /// What stands in a record of a slice of a loop, as arguments of an event.
    static func arguments(of kind: LoopSliceKind, mode: UInt16, detail: UInt64) -> [TraceEvent.Argument] {
        var arguments: [TraceEvent.Argument] = []
        if let name = ModeNames.name(mode) { arguments.append(.init("mode", .text(name))) }
        switch kind {
        case .observer:
            arguments.append(
                .init(
                    "activity",
                    .text(words(CFRunLoopActivity(rawValue: CFOptionFlags(UInt32(truncatingIfNeeded: detail)))))))
            arguments += order(detail)
        case .source0: arguments += order(detail)
        case .source1: arguments.append(.init("descriptor", .integer(Int(Int32(truncatingIfNeeded: detail)))))
        case .timer:
            let interval = Double(bitPattern: detail)
            if interval > 0, interval.isFinite { arguments.append(.init("interval", .real(interval))) }
        case .block, .mainQueue, .foundation, .nestedRun, .sleep: break
        }
        return arguments
    }

    /// An order that a half word has no room for is left out.
    private static func order(_ detail: UInt64) -> [TraceEvent.Argument] {
        let order = Int32(truncatingIfNeeded: detail >> 32)
        return order == .min || order == .max ? [] : [.init("order", .integer(Int(order)))]
    }

    private static func words(_ activity: CFRunLoopActivity) -> String {
        switch activity {
        case .entry: "entry"
        case .beforeTimers: "beforeTimers"
        case .beforeSources: "beforeSources"
        case .beforeWaiting: "beforeWaiting"
        case .afterWaiting: "afterWaiting"
        case .exit: "exit"
        default: "\(activity.rawValue)"
        }
    }
}
