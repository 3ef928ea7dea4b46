import Foundation
import Mainspring
import Testing

@testable import MainspringApplication

@Suite struct WrongThreadTests {
    @Test func `the main loop's application is the main thread's alone`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try onOwnLoop { _ = Application.shared }
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(
            said.contains("Application.shared was asked for on another thread than the main one. Post to the main loop")
        )
    }

    @Test func `an application runs on its loop's thread alone`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try onOwnLoop {
                nonisolated(unsafe) let application = AppStage().application
                try onOwnLoop { application.run() }
            }
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(said.contains("Application.run() was called on another thread than its loop's."))
    }
}
