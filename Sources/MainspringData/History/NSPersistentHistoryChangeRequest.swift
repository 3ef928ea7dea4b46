public import Foundation

/// A request about the history of stores: what has been saved since some time, or that what is older be forgotten.
///
/// A description: what executes it is a context, on its queue. Belongs to one thread at a time.
///
/// ```swift
/// let request = NSPersistentHistoryChangeRequest.fetchHistory(after: lastToken)
/// let result = try context.execute(request) as? NSPersistentHistoryResult
/// for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
///     context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
///     lastToken = transaction.token
/// }
/// ```
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
    /// Where the history is divided.
    package enum Place: Sendable {
        case date(Date)
        case token(NSPersistentHistoryToken?)
    }

    let place: Place
    /// Whether what lies before is deleted; else what lies behind is fetched.
    let isDeletion: Bool
    /// What comes of it; at first transactions with their changes, of a deletion the status.
    open var resultType: NSPersistentHistoryResultType
    /// Chooses among what is fetched, by the condition, order, offset and limit of a request for
    /// ``NSPersistentHistoryTransaction/fetchRequest`` or ``NSPersistentHistoryChange/fetchRequest``; nil for all. Of a deletion it
    /// means nothing.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

    /// The token with which the request was made; nil where it was made with none, or with a date.
    open var token: NSPersistentHistoryToken? { if case .token(let token) = place { token } else { nil } }

    private init(_ place: Place, isDeletion: Bool) {
        (self.place, self.isDeletion) = (place, isDeletion)
        resultType = isDeletion ? .statusOnly : .transactionsAndChanges
        super.init()
    }

    // MARK: Fetching

    /// Asks for what was saved later than a date, by the clocks of those who saved it.
    public static func fetchHistory(after date: Date) -> NSPersistentHistoryChangeRequest {
        make(.date(date), isDeletion: false)
    }

    /// Asks for what a token does not know; without one for all that there is.
    ///
    /// Executed it throws `CocoaError` 134301 where a part of that was deleted, or the token is of other stores: whoever has such a
    /// token has missed changes, and reads anew what it needs. Of a store that the token does not name beside others that are asked,
    /// everything is fetched.
    public static func fetchHistory(after token: NSPersistentHistoryToken?) -> NSPersistentHistoryChangeRequest {
        make(.token(token), isDeletion: false)
    }

    /// Asks for what was saved after a transaction.
    public static func fetchHistory(
        after transaction: NSPersistentHistoryTransaction?
    ) -> NSPersistentHistoryChangeRequest {
        make(.token(transaction?.token), isDeletion: false)
    }

    /// Asks for what a fetch request chooses of all that there is.
    /// - Parameter fetchRequest: one for ``NSPersistentHistoryTransaction/fetchRequest`` or ``NSPersistentHistoryChange/fetchRequest``.
    public static func fetchHistory(
        withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>
    ) -> NSPersistentHistoryChangeRequest {
        let request = make(.token(nil), isDeletion: false)
        request.fetchRequest = fetchRequest
        return request
    }

    // MARK: Deleting

    /// Deletes what was saved before a date.
    ///
    /// Where clocks have gone back, what lies behind a transaction that stays does too: a history has no holes.
    public static func deleteHistory(before date: Date) -> NSPersistentHistoryChangeRequest {
        make(.date(date), isDeletion: true)
    }

    /// Deletes what lies before a token's last transaction; without a token nothing. Of stores that the token does not name nothing goes.
    public static func deleteHistory(before token: NSPersistentHistoryToken?) -> NSPersistentHistoryChangeRequest {
        make(.token(token), isDeletion: true)
    }

    /// Deletes what was saved before a transaction, in the same store.
    public static func deleteHistory(
        before transaction: NSPersistentHistoryTransaction?
    ) -> NSPersistentHistoryChangeRequest {
        let own = transaction.map { NSPersistentHistoryToken([$0.storeID: $0.transactionNumber]) }
        return make(.token(own), isDeletion: true)
    }

    private static func make(_ place: Place, isDeletion: Bool) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(place, isDeletion: isDeletion)
    }

    /// Returns a copy, which may be changed.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentHistoryChangeRequest(place, isDeletion: isDeletion)
        (copy.resultType, copy.fetchRequest, copy.affectedStores) = (resultType, fetchRequest, affectedStores)
        return copy
    }
}
