import Testing

@testable import Bench

@Suite struct LauncherTests {
    @Test(arguments: [
        (Case(name: "a", unit: .nanoseconds, quantity: .cpu, target: "-"), true),
        (Case(name: "b", unit: .nanoseconds, quantity: .cpu, target: "-", isPinned: false), false),
    ])
    func `a case is pinned unless it is about several processors`(item: Case, isPinned: Bool) throws {
        let program = try #require(InstalledProgram(Program(label: "ours", command: ["/bin/echo"]), in: ""))
        let command = Launcher(folder: "/programs").command(program, item)
        #expect(command.contains("taskset") == isPinned)
        #expect(command.suffix(2) == ["/bin/echo", item.name])
    }

    @Test func `a program runs in the root folder of its revision, under a tool if there is one`() throws {
        let program = try #require(InstalledProgram(Program(label: "ours", command: ["/bin/echo"]), in: ""))
        let item = Case(name: "a", unit: .count, quantity: .allocations, target: "-", isPinned: false)
        let command = Launcher(folder: "/programs", root: "/root").command(
            program, item, under: ["tool"], secondsAtMost: 7, scale: 2)
        #expect(
            command == [
                "timeout", "7", "env", "--chdir=/root", "env", "LD_PRELOAD=/programs/libAllocations.so", "tool",
                "/bin/echo", "a", "2",
            ])
    }

    @Test(arguments: [
        ("Cpus_allowed_list:\t0-3,8", 8), ("Cpus_allowed_list:\t0-63", 63), ("Cpus_allowed_list:\t0", 0), ("", nil),
    ])
    func `the last processor of the kernel's list is the highest one`(list: String, processor: Int?) {
        #expect(Launcher.lastNumber(inList: list) == processor)
    }
}
