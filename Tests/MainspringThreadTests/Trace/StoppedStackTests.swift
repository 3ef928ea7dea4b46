import Testing

@testable import LoopWatchdog
@testable import Mainspring

@Suite struct StoppedStackTests {
    @Test(arguments: [
        ("__CFRUNLOOP_IS_CALLING_OUT_TO_A_BLOCK__", CallOut.block, "a block"),
        ("__CFRUNLOOP_IS_CALLING_OUT_TO_A_TIMER_CALLBACK_FUNCTION__", .timer, "a timer's callback"),
        ("__CFRUNLOOP_IS_CALLING_OUT_TO_AN_OBSERVER_CALLBACK_FUNCTION__", .observer, "an observer's callback"),
        ("__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__", .source0, "the perform function of a source0"),
        ("__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE1_PERFORM_FUNCTION__", .source1, "the perform function of a source1"),
        ("__CFRUNLOOP_IS_SERVICING_THE_MAIN_DISPATCH_QUEUE__", .mainQueue, "the main dispatch queue"),
    ])
    func `knows the call-out by the function it goes through`(symbol: String, kind: CallOut, words: String) {
        let stack = stack(["$s5MyApp4workyyF", symbol, "$s10Mainspring9CFRunLoopC4passyyF"])
        #expect(stack.callOut == kind)
        #expect(stack.callOut?.description == words)
        #expect(stack.function == "MyApp.work() -> ()")
    }

    @Test func `knows no call-out by any other function`() {
        #expect(CallOut(symbol: "__CFRunLoopRun") == nil)
        #expect(stack(["$s5MyApp4workyyF"]).callOut == nil)
    }

    @Test func `takes the innermost of several call-outs`() {
        let stack = stack([
            "$s5MyApp5inneryyF", "__CFRUNLOOP_IS_CALLING_OUT_TO_A_BLOCK__", "$s10Mainspring9CFRunLoopC4passyyF",
            "$s5MyApp5outeryyF", "__CFRUNLOOP_IS_CALLING_OUT_TO_A_TIMER_CALLBACK_FUNCTION__",
        ])
        #expect(stack.callOut == .block)
        #expect(stack.function == "MyApp.inner() -> ()")
    }

    @Test func `names the function that was called out to, not what it calls`() {
        let stack = stack([
            "$s5MyApp4leafyyF", "$s5MyApp6calleryyF", "__CFRUNLOOP_IS_CALLING_OUT_TO_A_BLOCK__",
        ])
        #expect(stack.function == "MyApp.caller() -> ()")
    }

    @Test func `passes over the loop's own functions, the system's, and glue`() {
        let stack = stack(
            [
                "$s5MyApp4workyyFyycfU_", "$s5MyApp4workyyFyycfU_TA", "$sIeg_IegH_TR",
                "$s17FoundationRunLoop5TimerC4fireyyF",
                "$s10Foundation4fireyyF", "swift_job_run", "_dispatch_client_callout",
                "$s10Mainspring8CallOutsO5blockyyFZ",
                "__CFRUNLOOP_IS_CALLING_OUT_TO_A_BLOCK__",
            ])
        #expect(stack.function == "closure #1 () -> () in MyApp.work() -> ()")
    }

    @Test func `falls back on glue that a function of the user's was inlined into`() {
        let stack = stack(["$s5MyApp4workyyFyycfU_TA", "__CFRUNLOOP_IS_CALLING_OUT_TO_A_BLOCK__"])
        #expect(stack.function == "partial apply forwarder for closure #1 () -> () in MyApp.work() -> ()")
    }

    @Test func `falls back on the file for a function without a name`() {
        let frames = [
            frame(nil, file: "/lib/libc.so.6"), frame(nil, file: "/opt/app/plugin.so"),
            frame("__CFRUNLOOP_IS_CALLING_OUT_TO_A_BLOCK__"),
        ]
        #expect(StoppedStack(Backtrace(addresses: [1, 2, 3]), frames: frames).function == "plugin.so + 0x20")
    }

    @Test func `names nothing when the loop itself stands still`() {
        let stack = stack(["$s10Mainspring9CFRunLoopC4passyyF", "_dispatch_main"])
        #expect(stack.callOut == nil)
        #expect(stack.function == nil)
    }

    @Test(
        arguments: [
            ("$s5MyApp4workyyF", "MyApp"),
            ("$ss5print_9separator10terminatoryypd_S2StF", "Swift"),
            ("$sSi5MyAppE5twiceSiyF", "MyApp"),
            ("$s10Foundation4DataV5MyAppE4sizeSiyF", "MyApp"),
            ("$sSS5countSivg", "Swift"),
            ("$sScA_pSgIegg_", "Swift"),
            ("_ZN5swift3runEv", nil),
            ("$s", nil),
            ("$s99", nil),
            ("$s0", nil),
        ] as [(String, String?)])
    func `reads the module from a mangled name`(symbol: String, module: String?) {
        #expect(CodeOwner.module(of: symbol) == module)
    }

    @Test(arguments: [
        ("(1) suspend resume partial function for MyApp.load() async -> ()", "MyApp.load() async -> ()"),
        ("generic specialization <Swift.Int> of MyApp.twice<A>(A) -> A", "MyApp.twice<A>(A) -> A"),
        ("merged MyApp.work() -> ()", "MyApp.work() -> ()"),
        ("@objc MyApp.work() -> ()", "MyApp.work() -> ()"),
        ("MyApp.a<B> of", "MyApp.a<B> of"),
    ])
    func `leaves out what the compiler put before a name`(name: String, plain: String) {
        #expect(frame(name).plainName == plain)
    }

    private func stack(_ symbols: [String]) -> StoppedStack {
        StoppedStack(Backtrace(addresses: symbols.map { _ in 1 }), frames: symbols.map { frame($0) })
    }

    private func frame(_ symbol: String?, file: String = "/opt/app/MyApp") -> Backtrace.Frame {
        Backtrace.Frame(address: 1, symbol: symbol, offset: 32, file: file)
    }
}
