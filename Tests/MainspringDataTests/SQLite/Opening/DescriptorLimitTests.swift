import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// A process that has as many files open as it may.
@Suite struct DescriptorLimitTests {
    private static func model() -> NSManagedObjectModel {
        let item = Part.entity("Item")
        item.properties = [Part.attribute("name", .stringAttributeType)]
        return Part.model([item])
    }

    /// Runs something while there is no descriptor for another file.
    private static func withoutDescriptors(_ body: () -> Void) {
        let next = dup(STDIN_FILENO)
        precondition(next >= 0, "no descriptor: errno \(errno)")
        close(next)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let usual = limit.rlim_cur
        limit.rlim_cur = rlim_t(next)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        body()
        limit.rlim_cur = usual
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    @Test func `A store that cannot be opened for want of descriptors says so, and opens once there are some`() async {
        await #expect(processExitsWith: .success) {
            let scratch = Scratch()
            let url = scratch.url("s.sqlite")
            let (coordinator, store) = try Fixture.open(url, DescriptorLimitTests.model())
            try coordinator.remove(store)
            DescriptorLimitTests.withoutDescriptors {
                let error = Fixture.failure { _ = try Fixture.open(url, DescriptorLimitTests.model()) }
                #expect(error?.code == NSPersistentStoreOpenError, "\(String(describing: error))")
                #expect(error?.sentence.contains("raise the limit, as by ulimit -n") == true)
            }
            _ = try Fixture.open(url, DescriptorLimitTests.model())
        }
    }
}
