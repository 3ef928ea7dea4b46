internal import Diagnostics
internal import Locks
import Synchronization

/// Posted blocks.
extension CFRunLoop {
    /// Queues a block for a mode; wakes nobody.
    @inline(__always)
    package func post(_ body: consuming @escaping () -> Void, mode name: CFRunLoopMode) {
        requireOwnProcess()
        lock.lock()
        let selector = selector(for: name)
        enqueue(body, selector)
    }

    /// Queues a block for several modes; wakes nobody.
    package func post(_ body: consuming @escaping () -> Void, modes names: [CFRunLoopMode]) {
        requireOwnProcess()
        lock.lock()
        enqueue(body, selector(for: names))
    }

    /// Takes the lock held and gives it back.
    @inline(__always)
    private func enqueue(_ body: consuming @escaping () -> Void, _ selector: ModeSelector) {
        if hasEnded {
            lock.unlock()
            return reportEnded("A block was posted to")
        }
        blocks.append(selector, body)
        blockCount.store(blocks.count, ordering: .relaxed)
        lock.unlock()
    }

    /// Calls the blocks that are queued now and are for a mode; those that come meanwhile wait for the next time.
    @inline(__always)
    func performBlocks(in mode: ModeState) {
        if blockCount.load(ordering: .relaxed) != 0 { performQueuedBlocks(in: mode) }
    }

    @inline(never)
    private func performQueuedBlocks(in mode: ModeState) {
        lock.lock()
        let batch = blocks.takeAll()
        blockCount.store(0, ordering: .relaxed)
        lock.unlock()
        noteCallOut()

        // A call may end the thread, and objects on the stack of such a thread are never released.
        let depth = unfinished.count
        unfinished.append(BlockQueue.Unfinished(chunk: batch.head))
        while let chunk = unfinished[depth].chunk {
            while chunk.first < chunk.end {
                let place = chunk.first
                chunk.first = place + 1
                let modes = chunk.modes[place]
                if modes.raw == Int32(truncatingIfNeeded: mode.index) || isFor(modes, mode) {
                    CallOuts.block(chunk.items + place)
                    requireOwnProcess()
                } else {
                    lock.lock()
                    blocks.append(modes, (chunk.items + place).move(), to: &unfinished[depth].others)
                    lock.unlock()
                }
            }
            unfinished[depth].chunk = chunk.next
            lock.withLock { blocks.recycle(chunk) }
        }
        let others = unfinished.removeLast().others
        lock.lock()
        if others.count > 0 {
            blocks.putBack(others)
            blockCount.store(blocks.count, ordering: .relaxed)
        }
        blocks.trim()
        lock.unlock()
    }

    private func isFor(_ selector: ModeSelector, _ mode: ModeState) -> Bool {
        lock.withLock { matches(selector, mode) }
    }

    /// Says that something came too late.
    func reportEnded(_ what: String) {
        report("Mainspring: \(what) a run loop whose thread has ended; it will not be called.")
    }
}
