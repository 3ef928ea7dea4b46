import Testing

@testable import Bench

@Suite struct InstructionCounterTests {
    @Test func `instructions are those up to each end of measured time`() {
        let headers = """
            desc: Trigger: --dump-before=measure_end
            summary: 12012
            desc: Trigger: --dump-before=measure_end
            summary: 18012
            """
        #expect(InstructionCounter.instructions(inHeaders: headers) == 30_024)
    }

    @Test func `what was measured before a reset does not count, nor what a reset or the program's end wrote`() {
        let headers = """
            desc: Trigger: --dump-before=measure_end
            summary: 6012
            desc: Trigger: --dump-before=measure_reset
            summary: 5
            desc: Trigger: --dump-before=measure_end
            summary: 12012
            desc: Trigger: Program termination
            summary: 304327
            """
        #expect(InstructionCounter.instructions(inHeaders: headers) == 12_012)
    }

    @Test(arguments: [
        "", "desc: Trigger: Program termination\nsummary: 304327",
        "desc: Trigger: --dump-before=measure_end\nsummary: ?",
        "desc: Trigger: --dump-before=measure_end\nsummary: 9\ndesc: Trigger: --dump-before=measure_reset\nsummary: 5",
    ])
    func `a program that measured nothing has no number of instructions`(headers: String) {
        #expect(InstructionCounter.instructions(inHeaders: headers) == nil)
    }
}
