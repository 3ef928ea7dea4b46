import Testing

/// Processes that end within some call to the disk, as by a SIGKILL.
@Suite struct KilledProcessTests {
    @Test func `Whatever call a process is killed at, each save that it acknowledged is there, and none half`() throws {
        let line = try StoreTrial.run("store-kill-trials", "500", "saving")
        let numbers = StoreTrial.numbers(line)
        // Most have come to save something.
        #expect(numbers.count == 3 && numbers[1] > 250 && numbers[2] > 250, "\(line)")
    }

    @Test(arguments: ["migrating", "mapping"])
    func `Whatever call a process that migrates is killed at, the store is the old one or the new one`(
        way: String
    ) throws {
        let line = try StoreTrial.run("store-kill-trials", "200", way)
        let numbers = StoreTrial.numbers(line)
        // Killed, of these before and after the commit.
        #expect(numbers.count == 3 && numbers[1] > 20 && numbers[2] > 20, "\(line)")
    }

    @Test func `Whatever call a process is killed at, each batch is there with its history, or nothing of it`() throws {
        let line = try StoreTrial.run("store-kill-trials", "200", "batches")
        let numbers = StoreTrial.numbers(line)
        // Killed, of these after none of the three batches, one, two and all.
        #expect(numbers.count == 5 && numbers.allSatisfy { $0 > 10 }, "\(line)")
    }
}
