/// What of a frame's nodes has changed: flags for each node, and a list of those that have any.
///
/// Plain memory, since each moving layer marks itself in each frame.
final class FrameChanges {
    private let flags: UnsafeMutablePointer<FrameChange>
    private let list: UnsafeMutablePointer<Int32>
    private var count = 0
    private var isOrdered = true

    /// For so many nodes, none of which has changed.
    init(nodes: Int) {
        flags = .allocate(capacity: max(nodes, 1))
        flags.initialize(repeating: [], count: nodes)
        list = .allocate(capacity: max(nodes, 1))
    }

    deinit {
        flags.deallocate()
        list.deallocate()
    }

    /// Something of a node has changed. Its index is one of the nodes'.
    @inline(__always)
    func mark(_ index: Int32, _ change: FrameChange) {
        let flag = flags + Int(index)
        if flag.pointee.isEmpty {
            if count > 0, list[count - 1] > index { isOrdered = false }
            list[count] = index
            count += 1
        }
        flag.pointee.formUnion(change)
    }

    /// Calls a closure with each changed node, in order, and forgets them.
    @inline(__always)
    func take(_ body: (Int32, FrameChange) -> Void) {
        var changed = UnsafeMutableBufferPointer(start: list, count: count)
        if !isOrdered { changed.sort() }
        for index in changed {
            let change = flags[Int(index)]
            flags[Int(index)] = []
            body(index, change)
        }
        count = 0
        isOrdered = true
    }
}

/// What of a layer in a frame has changed since the one before.
struct FrameChange: OptionSet {
    let rawValue: UInt8

    /// What it looks like.
    static let look = FrameChange(rawValue: 1)
    /// Where it lies, or how much it covers: those inside it change too.
    static let place = FrameChange(rawValue: 2)
}
