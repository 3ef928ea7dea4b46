import Testing

@testable import MainspringData

/// The changes of a context's current event, apart from the context.
@Suite struct EventChangesTests {
    private let company = Company()
    private let context: NSManagedObjectContext
    private let objects: [NSManagedObject]
    private let event = EventChanges()

    init() {
        let (company, context) = (company, company.context())
        self.context = context
        objects = ["a", "b", "c"].map { company.make("Person", $0, in: context) }
        for object in objects { event.touch(object) }
    }

    @Test func `a touched object is tracked, and a removed one is in the event no more`() {
        #expect(event.touched == objects && objects.allSatisfy { $0.state.contains(.tracked) })
        event.remove(objects[1])
        #expect(event.touched == [objects[0], objects[2]])
    }

    @Test func `an event is empty when touched, refreshed and merged objects have ended`() {
        event.appendRefreshed(objects[0])
        event.appendMergedInsertion(objects[1])
        event.appendMergedDeletion(objects[2])
        objects[0].state.insert(.refreshedNow)
        event.endTouched()
        #expect(event.touched.isEmpty && event.refreshed.isEmpty && !objects[0].state.contains(.refreshedNow))
        #expect(!event.isEmpty)
        event.endMerged()
        #expect(event.isEmpty)
    }

    @Test func `an event is saved in part as long as touched objects are left of it`() {
        event.noteSavedInPart()
        #expect(event.isSavedInPart)
        event.endTouched()
        #expect(!event.isSavedInPart)
        event.noteSavedInPart()
        event.noteSaved()
        #expect(!event.isSavedInPart)
        event.touch(objects[0])
        event.noteSaved()
        #expect(event.isSavedInPart)
    }

    @Test func `objects that have left the context leave the event`() {
        context.delete(objects[2])
        context.processPendingChanges()
        #expect(objects[2].core == nil)
        event.removeForeign(to: context.core)
        #expect(event.touched == [objects[0], objects[1]])
    }

    @Test func `the changes of events that end in hooks are noted, those of an inner save apart`() {
        event.noteInHooks()
        #expect(event.changedInHooks == nil)
        event.inHooks {
            event.noteInHooks()
            event.inHooks { #expect(event.changedInHooks?.isEmpty == true) }
            #expect(event.changedInHooks == objects)
        }
        #expect(event.changedInHooks == nil)
    }

    @Test func `processing and posting end when their closures return`() {
        event.processing {
            event.posting { #expect(event.isProcessing && event.isPosting) }
            #expect(event.isProcessing && !event.isPosting)
        }
        #expect(!event.isProcessing)
    }
}
