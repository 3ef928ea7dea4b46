/// Lets go of objects that hold one another in a chain one by one, since a chain may be longer than a stack is deep.
///
/// An object that goes gives what it holds to the thread's list; the outermost one empties the list before its own end.
/// So each object's `deinit` finds what is in it still there.
package final class StepwiseRelease {
    private static let slot = ThreadSlot()

    private var waiting: [AnyObject] = []
    private var isEmptying = false

    private static var current: StepwiseRelease {
        // Unsafe: nobody else puts an object there, and the slot keeps it alive as long as the thread.
        if let object = slot.object { return Unmanaged<StepwiseRelease>.fromOpaque(object).takeUnretainedValue() }
        let made = StepwiseRelease()
        slot.put(made)
        return made
    }

    /// Lets go of objects, the first one first. For the `deinit` of what holds them.
    package static func release(_ objects: inout [some AnyObject]) {
        guard !objects.isEmpty else { return }
        let release = current
        release.take(&objects)
        release.empty()
    }

    /// The same of objects that there may be.
    package static func release(_ objects: inout [some AnyObject]?) {
        guard objects != nil else { return }
        var held = take(&objects)
        release(&held)
    }

    /// The same of one object.
    package static func release(_ object: inout (some AnyObject)?) {
        guard object != nil else { return }
        let release = current
        release.take(&object)
        release.empty()
    }

    // Functions of their own, so that no variable holds anything any more when the list is emptied.

    @inline(never)
    private func take(_ objects: inout [some AnyObject]) {
        waiting.append(contentsOf: objects.reversed() as [AnyObject])
        objects = []
    }

    @inline(never)
    private static func take<Object>(_ objects: inout [Object]?) -> [Object] {
        defer { objects = nil }
        return objects ?? []
    }

    @inline(never)
    private func take(_ object: inout (some AnyObject)?) {
        if let object { waiting.append(object) }
        object = nil
    }

    private func empty() {
        guard !isEmptying else { return }
        isEmptying = true
        while !waiting.isEmpty { takeLast() }
        isEmptying = false
    }

    @inline(never)
    private func takeLast() { _ = waiting.removeLast() }
}
