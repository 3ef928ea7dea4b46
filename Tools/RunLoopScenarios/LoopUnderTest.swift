/// What a scenario needs of a run loop: the loop of the thread that made this object, with items known by number.
///
/// Made, used and left on one thread, but for what is said to come from elsewhere.
package protocol LoopUnderTest: AnyObject {
    /// Where call-outs go.
    var player: ScenarioPlayer? { get set }

    // MARK: Items

    func makeSource0(_ id: Int, order: Int)
    func makeSource1(_ id: Int, order: Int, descriptor: Int32)
    func makeTimer(_ id: Int, fireDate: Double, interval: Double, order: Int)
    func makeObserver(_ id: Int, activities: UInt, repeats: Bool, order: Int)
    func add(_ id: Int, to mode: ModeName)
    func remove(_ id: Int, from mode: ModeName)
    func contains(_ id: Int, in mode: ModeName) -> Bool
    func invalidate(_ id: Int)
    func isValid(_ id: Int) -> Bool
    func order(_ id: Int) -> Int
    func signal(_ id: Int)
    func isSignalled(_ id: Int) -> Bool
    func nextFireDate(_ id: Int) -> Double
    func setNextFireDate(_ id: Int, _ date: Double)
    func interval(_ id: Int) -> Double
    func repeats(_ id: Int) -> Bool
    func tolerance(_ id: Int) -> Double
    func setTolerance(_ id: Int, _ tolerance: Double)

    // MARK: The loop

    /// Absolute time, as timers count it.
    var now: Double { get }
    /// Lets time pass while the thread is busy.
    func pass(seconds: Double)
    func post(modes: [ModeName], isList: Bool, _ body: @escaping () -> Void)
    func run(_ mode: ModeName, seconds: Double, returnAfterSourceHandled: Bool) -> Int
    /// Foundation's `run(mode:before:)`.
    func runBefore(_ mode: ModeName, seconds: Double) -> Bool
    func wakeUp()
    func stop()
    var isWaiting: Bool { get }
    var currentMode: ModeName? { get }
    var allModes: [ModeName] { get }
    func addCommonMode(_ mode: ModeName)
    func nextTimerFireDate(_ mode: ModeName) -> Double

    /// Lets go of the loop, after its thread has ended.
    func letGo()

    // MARK: Another thread's loop, which does not run

    func addElsewhere(_ id: Int, to mode: ModeName)
    func removeElsewhere(_ id: Int, from mode: ModeName)
    func containsElsewhere(_ id: Int, in mode: ModeName) -> Bool
}

/// A kind of loop.
package protocol LoopKind: Sendable {
    /// Its name in reports.
    var name: String { get }
    /// The calling thread's loop.
    func makeLoop(for scenario: Scenario) -> any LoopUnderTest
}
