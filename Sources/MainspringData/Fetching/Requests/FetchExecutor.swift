internal import Diagnostics
internal import Locks
internal import MainspringModel

/// Who answers fetch requests: a context.
protocol FetchExecutor: AnyObject {
    /// What comes out of a request, of the type that it asks for.
    func results(of request: FetchRequestDescription) throws -> [Any]
    /// How many results come out of a request.
    func count(of request: FetchRequestDescription) throws -> Int
}

/// How a request finds the context on whose queue it is executed.
enum FetchExecution {
    struct Finder {
        let find: @Sendable () -> (any FetchExecutor)?
    }

    /// Finds the executor of the calling queue or thread; set once, by what knows the queues.
    static let finder = Guarded<Finder?>(nil)

    /// The executor of the calling queue or thread; nil outside of every context's.
    static var current: (any FetchExecutor)? {
        // Without the lock: it calls out.
        let finder = finder.withLock(\.self)
        return finder?.find()
    }
}
