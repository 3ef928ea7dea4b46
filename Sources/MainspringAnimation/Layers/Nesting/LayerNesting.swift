internal import Diagnostics
internal import Foundation
internal import Mainspring

/// How deep the calling thread is in calls that go from a layer to those inside it.
///
/// Up to a depth that every stack has room for such calls are nested, as is quickest, and as code that overrides them
/// expects. Beyond it a list takes the place of the stack.
final class LayerNesting {
    private static let slot = ThreadSlot()

    /// So many calls are nested.
    private static let limit = 64

    /// The calling thread's.
    @inline(__always)
    static var current: LayerNesting { slot.object { LayerNesting() } }

    // MARK: Hit tests

    private var hitTests = 0

    /// A search goes into a layer. False if it is to go on by a list; ``leaveHitTest()`` in any case.
    @inline(__always)
    func enterHitTest() -> Bool {
        hitTests += 1
        return hitTests <= Self.limit
    }

    @inline(__always)
    func leaveHitTest() { hitTests -= 1 }

    // MARK: Resizing

    private var resizings = 0
    /// Layers whose sublayers are still to follow, with the sizes that they had.
    private var postponed: [(layer: CALayer, old: CGSize)] = []
    private var known: Set<ObjectIdentifier> = []

    /// A layer has another size: tells it to resize its sublayers, at once or, too deep inside others, when those
    /// around it are through.
    func resizeSublayers(of layer: CALayer, from old: CGSize) {
        guard resizings < Self.limit else {
            // What it was first counts: it follows the whole way at once.
            if known.insert(ObjectIdentifier(layer)).inserted { postponed.append((layer, old)) }
            return
        }
        resizings += 1
        defer { resizings -= 1 }
        layer.resizeSublayers(withOldSize: old)
        guard resizings == Self.limit else { return }
        var left = Self.mostPostponed
        while !postponed.isEmpty, left > 0 {
            let due = postponed
            postponed = []
            for (layer, old) in due {
                known.remove(ObjectIdentifier(layer))
                left -= 1
                if left > 0 { layer.resizeSublayers(withOldSize: old) }
            }
        }
        guard !postponed.isEmpty else { return }
        (postponed, known) = ([], [])
        Self.complaints.write(
            ObjectIdentifier(type(of: layer)),
            """
            Resizing does not end: \(Self.mostPostponed) layers have told their sublayers inside \(layer.nameInSentences), and more want to. \
            Overridden methods that resize a layer while it tells of its size are to blame; what is left keeps its size.
            """)
    }

    /// So many layers are served at most that are too deep inside others.
    private static let mostPostponed = 1_000_000

    // MARK: Room

    /// So much of a stack is left to what code of others may call, in bytes.
    private static let leastRoom: UInt = 96 * 1024
    private static let complaints = OnceLog<ObjectIdentifier>(ending: "Of further such classes nothing is said.")

    private lazy var stackEnd = ThreadStack.end

    /// Whether the stack has room to call a method of a class that is not ours once more; told where it has not.
    func hasRoom(toAsk object: AnyObject, _ method: String) -> Bool {
        guard ThreadStack.room(above: stackEnd) < Self.leastRoom else { return true }
        let type: AnyClass = type(of: object)
        Self.complaints.write(
            ObjectIdentifier(type),
            """
            \(type).\(method) is called inside itself so often that the stack is used up; what is deeper is left out. Nest fewer of \
            them, or use a class of the library there, which needs no stack.
            """)
        return false
    }
}
