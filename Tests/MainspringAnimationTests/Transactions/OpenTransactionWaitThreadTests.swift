import Foundation
import FoundationRunLoop
import Mainspring
import Testing

@testable import MainspringAnimation

/// A listing that waits for its animations in `CFRunLoopRun`, inside an explicit transaction: it would wait for ever.
@Suite struct OpenTransactionWaitThreadTests {
    /// Waits in an open transaction that holds a block; what the runs return, and standard error.
    private func sentences(_ result: ExitTest.Result?) -> [String] {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { $0.contains("would never end") }
    }

    @Test func `the refused run returns stopped, and a sentence says once where the transaction began`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try onStage { stage in
                CATransaction.begin(file: "Place/File.swift", line: 4711)
                CATransaction.begin(file: "Place/Inner.swift", line: 1)
                CATransaction.setCompletionBlock {}
                CATransaction.commit()
                precondition(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
                precondition(stage.now == 0)
                precondition(CFRunLoopRunInMode(.defaultMode, 1, false) == .timedOut)
                CATransaction.commit()
            }
        }
        let said = sentences(result)
        #expect(said.count == 1)
        #expect(said.first?.contains("begun at Place/File.swift:4711 is still open on this thread") == true)
        #expect(said.first?.contains("a completion block") == true)
        #expect(said.first?.hasPrefix("Mainspring: ") == true)
    }

    @Test func `begin says by itself where it was called`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try onStage { stage in
                let layer = stage.addLayer()
                CATransaction.begin()
                layer.opacity = 0
                layer.position.x = 3
                precondition(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
                CATransaction.commit()
            }
        }
        let said = sentences(result)
        #expect(said.first?.contains("MainspringAnimationTests/OpenTransactionWaitThreadTests.swift:") == true)
        #expect(said.first?.contains("holds back 2 animations.") == true)
    }

    @Test func `a second run in the same transaction sleeps as asked`() throws {
        try onStage { stage in
            let loop: CFRunLoop = CFRunLoopGetCurrent()
            CATransaction.begin()
            CATransaction.setCompletionBlock {}
            #expect(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
            #expect(stage.now == 0)
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 7, 0, 0, 0) { _ in CFRunLoopStop(loop) }
            CFRunLoopAddTimer(loop, timer, .defaultMode)
            #expect(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
            #expect(stage.now == 7)
            CATransaction.commit()
        }
    }

    @Test func `each transaction is refused on its own`() throws {
        try onStage { stage in
            for _ in 0..<3 {
                CATransaction.begin()
                CATransaction.setCompletionBlock { stage.log.append("called") }
                #expect(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
                CATransaction.commit()
                stage.turn()
            }
            #expect(stage.now == 0)
            #expect(stage.log == ["called", "called", "called"])
        }
    }

    @Test func `CFRunLoopRun, which has no deadline, is refused too`() throws {
        try onStage { stage in
            CATransaction.begin()
            CATransaction.setCompletionBlock {}
            CFRunLoopRun()
            #expect(stage.now == 0)
            CATransaction.commit()
        }
    }

    @Test func `a run with a deadline is left alone`() throws {
        try onStage { stage in
            CATransaction.begin()
            CATransaction.setCompletionBlock {}
            #expect(CFRunLoopRunInMode(.defaultMode, 100, false) == .timedOut)
            #expect(stage.now == 100)
            CATransaction.commit()
        }
    }

    @Test func `a run inside an open transaction that holds nothing is left alone`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let loop: CFRunLoop = CFRunLoopGetCurrent()
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            layer.opacity = 0
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 3, 0, 0, 0) { _ in CFRunLoopStop(loop) }
            CFRunLoopAddTimer(loop, timer, .defaultMode)
            #expect(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
            #expect(stage.now == 3)
            CATransaction.commit()
        }
    }

    @Test func `a pending implicit transaction is no trap`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let loop: CFRunLoop = CFRunLoopGetCurrent()
            CATransaction.setCompletionBlock { CFRunLoopStop(loop) }
            layer.opacity = 0
            #expect(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
            #expect(isNear(stage.now, 0.25, within: 0.02))
            #expect(layer.animationKeys() == nil)
        }
    }

    @Test func `another thread's open transaction is nothing to this one`() throws {
        try onStage { stage in
            CATransaction.begin()
            CATransaction.setCompletionBlock {}
            try onStage { other in
                let loop: CFRunLoop = CFRunLoopGetCurrent()
                let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 3, 0, 0, 0) { _ in
                    CFRunLoopStop(loop)
                }
                CFRunLoopAddTimer(loop, timer, .defaultMode)
                #expect(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
                #expect(other.now == 3)
            }
            CATransaction.commit()
            stage.turn()
        }
    }

    @Test func `the distant future is no deadline, and a loop that runs until something is done does not spin`() throws
    {
        try onStage { stage in
            var isDone = false
            var runs = 0
            CATransaction.begin()
            CATransaction.setCompletionBlock { isDone = true }
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 5, 0, 0, 0) { _ in CATransaction.commit() }
            CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, .defaultMode)
            while !isDone, runs < 50 {
                runs += 1
                _ = FoundationRunLoop.RunLoop.current.run(mode: .default, before: .distantFuture)
                if runs == 1 { #expect(stage.now == 0) }
            }
            #expect(isDone)
            #expect(runs < 6)
            #expect(stage.now == 5)
        }
    }

    @Test func `the policy may trap`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            CATransaction.waitPolicy = .trap
            try onStage { _ in
                CATransaction.begin(file: "Place/File.swift", line: 4711)
                CATransaction.setCompletionBlock {}
                CFRunLoopRun()
            }
        }
        let said = sentences(result)
        #expect(said.first?.hasPrefix("Mainspring: This run of the loop") == true)
        #expect(said.first?.contains("Place/File.swift:4711") == true)
        #expect(said.first?.contains("The run returns") == false)
    }

    @Test func `the policy may commit`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            CATransaction.waitPolicy = .commit
            try onStage { stage in
                let layer = stage.addLayer()
                let loop: CFRunLoop = CFRunLoopGetCurrent()
                CATransaction.begin()
                CATransaction.setCompletionBlock { CFRunLoopStop(loop) }
                layer.add(basic(duration: 2), forKey: nil)
                precondition(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
                precondition(stage.now == 2)
                CATransaction.begin()
                CATransaction.setCompletionBlock { CFRunLoopStop(loop) }
                CATransaction.commit()
                precondition(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
                CATransaction.commit()
                CATransaction.setCompletionBlock { CFRunLoopStop(loop) }
                precondition(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
            }
        }
        #expect(sentences(result) == [])
    }

    @Test func `after its commit nothing is asked any more`() throws {
        try onStage { stage in
            let loop: CFRunLoop = CFRunLoopGetCurrent()
            CATransaction.begin()
            CATransaction.setCompletionBlock { CFRunLoopStop(loop) }
            CATransaction.commit()
            #expect(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 3, 0, 0, 0) { _ in CFRunLoopStop(loop) }
            CFRunLoopAddTimer(loop, timer, .defaultMode)
            #expect(CFRunLoopRunInMode(.defaultMode, 1e10, false) == .stopped)
            #expect(stage.now == 3)
        }
    }
}
