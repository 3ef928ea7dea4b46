internal import Locks

extension ContextCore: FetchExecutor {
    /// `NSFetchRequest.execute()` asks the context on whose queue it is called. Done once.
    static let letRequestsFindContexts: Void = FetchExecution.finder.withLock { finder in
        finder = { ThreadHolds.current.innermost?.pointee.context?.core }
    }
}
