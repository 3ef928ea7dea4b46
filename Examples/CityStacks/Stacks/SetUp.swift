package import CoreData

/// The contexts of a program, and the way that an import takes through them.
///
/// What all of them have is a context of the main queue, which the screen reads.
package protocol SetUp: Sendable {
    /// What the screen reads; on the main queue.
    var viewContext: NSManagedObjectContext { get }

    /// Makes the contexts.
    init(_ coordinator: NSPersistentStoreCoordinator)

    /// Imports everything, and returns when it is in the store and `viewContext` has it.
    /// - Throws: what the first save has thrown that has failed, in whichever context; nothing is imported after it.
    func run(_ cities: CityImport) async throws
}

/// The set-ups by their names.
package enum SetUpKind: String, CaseIterable, Sendable {
    case single, shared, nested, writer

    /// What makes the contexts.
    package var type: any SetUp.Type {
        switch self {
        case .single: SingleContext.self
        case .shared: SharedCoordinator.self
        case .nested: NestedContexts.self
        case .writer: PrivateWriter.self
        }
    }
}
