import Foundation
import Mainspring
import MainspringAnimation
import XCTest

/// Animations that are awaited on the `MainActor`, and in tasks without an actor; the clock is the real one.
final class AwaitedAnimationTests: XCTestCase {
    /// Runs the main loop until a task has ended.
    private func runMain(_ body: @escaping @MainActor () async -> Void) {
        Task { @MainActor in
            await body()
            CFRunLoopStop(CFRunLoopGetMain())
        }
        XCTAssertEqual(CFRunLoopRunInMode(.defaultMode, 30, false), .stopped)
    }

    @MainActor
    private static func makeLayer() -> (LayerHost, CALayer) {
        let host = LayerHost()
        let root = CALayer()
        host.layer = root
        let layer = CALayer()
        root.addSublayer(layer)
        CATransaction.flush()
        return (host, layer)
    }

    func testATransactionIsAwaitedOnTheMainActor() {
        runMain {
            let (host, layer) = Self.makeLayer()
            let start = CACurrentMediaTime()
            let finished = await CATransaction.run(duration: 0.05) { layer.opacity = 0 }
            XCTAssertTrue(finished && Thread.isMainThread)
            XCTAssertGreaterThanOrEqual(CACurrentMediaTime() - start, 0.05)
            XCTAssertEqual(layer.presentation()?.opacity, 0)
            withExtendedLifetime(host) {}
        }
    }

    func testAPropertyIsAnimatedAndASequenceRunsOnTheMainActor() {
        runMain {
            let (host, layer) = Self.makeLayer()
            let moved = await layer.animate(\.position.x, to: 10, duration: 0.05, timing: .easeOut)
            var order: [String] = []
            let finished = await AnimationSequence {
                animate(layer, \.opacity, to: 0, duration: 0.05)
                AnimationStep.perform { order.append("faded \(Thread.isMainThread)") }
                pause(for: 0.01)
                animate(layer, \.position, to: .zero, spring: AnimationSpring(perceptualDuration: 0.05))
            }.run()
            XCTAssertTrue(moved && finished && Thread.isMainThread)
            XCTAssertEqual(order, ["faded true"])
            XCTAssertEqual(layer.presentation()?.position, .zero)
            withExtendedLifetime(host) {}
        }
    }

    func testATaskThatIsCancelledElsewhereRemovesItsAnimationsOnTheMainThread() {
        runMain {
            let (host, layer) = Self.makeLayer()
            let task = Task { @MainActor in await layer.animate(\.opacity, to: 0, duration: 1_000) }
            await Task.yield()
            Task.detached { task.cancel() }
            let finished = await task.value
            XCTAssertFalse(finished)
            XCTAssertNil(layer.animationKeys())
            XCTAssertEqual(layer.opacity, 0)
            withExtendedLifetime(host) {}
        }
    }

    func testInATaskWithoutAnActorTheMainLoopTellsOfTheEnd() {
        runMain {
            let finished = await Task.detached {
                let host = LayerHost()
                let layer = CALayer()
                host.layer = layer
                CATransaction.flush()
                let finished = await AnimationSequence {
                    pause(for: 0.01)
                    animate(layer, \.opacity, to: 0, duration: 0.05)
                }.run()
                withExtendedLifetime(host) {}
                return finished
            }.value
            XCTAssertTrue(finished)
        }
    }
}
