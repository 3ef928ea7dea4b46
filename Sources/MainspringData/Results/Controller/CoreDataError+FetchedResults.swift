internal import Foundation

// Why results cannot be fetched for a list. Apple's code; its reason stands in the user info, as Apple's does.

extension CoreDataError {
    /// Objects of a section do not follow one another.
    static func sectionsOutOfOrder(at index: Int, name: String, sectionNameKeyPath: String) -> NSError {
        fetchedResults(
            """
            The fetched object at index \(index) has an out of order section name “\(name)”: other objects of that section \
            are further up. Let the first sort descriptor put objects in the order of “\(sectionNameKeyPath)”.
            """)
    }

    /// A controller's request was changed while its cache was there.
    static func requestChanged(cacheName: String) -> NSError {
        fetchedResults(
            """
            The fetch request of a fetched results controller was changed while its sections are in the cache \
            “\(cacheName)”. Call deleteCache(withName:) before, or give the controller no cache.
            """)
    }

    /// A request does not ask for objects.
    static func wrongResultType() -> NSError {
        fetchedResults(
            """
            The fetch request of a fetched results controller does not ask for managed objects. Set its resultType to \
            managedObjectResultType.
            """)
    }

    /// What was fetched was forgotten at once.
    static func resetWhileFetching() -> NSError {
        fetchedResults(
            """
            A fetched results controller was fetching when its context was reset by an object that was told of it, as in \
            awakeFromFetch(). Reset the context before or afterwards, and fetch again.
            """)
    }

    private static func fetchedResults(_ sentence: String) -> NSError {
        make(NSCoreDataError, sentence, userInfo: ["reason": sentence])
    }
}
