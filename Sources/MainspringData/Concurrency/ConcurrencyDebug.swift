internal import Foundation
internal import Synchronization

/// Whether use of contexts off their queues, and contexts that wait for each other in a circle, are told.
///
/// In debug builds they are; with the launch argument `-com.apple.CoreData.ConcurrencyDebug 1`, or the environment
/// variable of that name, in all; with `0` in none.
public enum ConcurrencyDebug {
    /// The name of the argument and of the variable.
    static let key = "com.apple.CoreData.ConcurrencyDebug"

    /// What the program was started with; nil if nothing was said.
    private static let wish = wish(
        arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment[key])

    // A constant to begin with, so that to ask costs one load: it is asked at each access.
    private static let state = Atomic<UInt8>(unknown)
    private static let unknown: UInt8 = 0
    private static let off: UInt8 = 1
    private static let on: UInt8 = 2

    /// Whether it is told.
    @inline(__always)
    static var isOn: Bool {
        let state = state.load(ordering: .relaxed)
        return state == off ? false : state == on || decide()
    }

    @inline(never)
    private static func decide() -> Bool {
        let wanted = (wish ?? _isDebugAssertConfiguration()) ? on : off
        return state.compareExchange(expected: unknown, desired: wanted, ordering: .relaxed).original == unknown
            ? wanted == on : isOn
    }

    /// Ours: turns the checks on for a program whose own code is a debug build, whatever this module is. From any thread.
    ///
    /// What the program was started with goes before.
    public static func noteBuild(isDebug: Bool) {
        if isDebug, wish == nil { turn(on: true) }
    }

    /// Turns the checks on or off, for tests.
    static func turn(on isOn: Bool) { state.store(isOn ? on : off, ordering: .relaxed) }

    /// What arguments say, like Foundation's user defaults; what the environment says without them. Nil for nothing.
    static func wish(arguments: [String], environment: String?) -> Bool? {
        let place = arguments.lastIndex(of: "-" + key)
        let argument = place.flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
        guard let text = argument ?? environment else { return nil }
        return (text as NSString).boolValue
    }
}
