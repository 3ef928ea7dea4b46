/// A controller without the type of its results.
protocol ResultsFace: AnyObject {
    var core: FetchedResultsCore { get }
    var erased: NSFetchedResultsController<any NSFetchRequestResult> { get }
    var sectionIndexTitles: [String] { get }
    func sectionIndexTitle(forSectionName sectionName: String) -> String?
    func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int
}

// So that `controller === self.controller` says in a delegate what it says on Apple's platforms. Written for the type that
// delegates are given: a generic operator would not be preferred to Swift's own.

/// Whether what a delegate is given is a controller, or stands for it. Ours.
public func === (first: NSFetchedResultsController<any NSFetchRequestResult>, second: AnyObject?) -> Bool {
    first.core === (second as? any ResultsFace)?.core
}

/// Whether what a delegate is given is a controller, or stands for it. Ours.
public func === (first: AnyObject?, second: NSFetchedResultsController<any NSFetchRequestResult>) -> Bool {
    second === first
}

/// Whether two controllers have the same results. Ours.
public func === (
    first: NSFetchedResultsController<any NSFetchRequestResult>,
    second: NSFetchedResultsController<any NSFetchRequestResult>
) -> Bool { first.core === second.core }

/// Whether what a delegate is given is not a controller, and does not stand for it. Ours.
public func !== (first: NSFetchedResultsController<any NSFetchRequestResult>, second: AnyObject?) -> Bool {
    !(first === second)
}

/// Whether what a delegate is given is not a controller, and does not stand for it. Ours.
public func !== (first: AnyObject?, second: NSFetchedResultsController<any NSFetchRequestResult>) -> Bool {
    !(second === first)
}

/// Whether two controllers have different results. Ours.
public func !== (
    first: NSFetchedResultsController<any NSFetchRequestResult>,
    second: NSFetchedResultsController<any NSFetchRequestResult>
) -> Bool { first.core !== second.core }
