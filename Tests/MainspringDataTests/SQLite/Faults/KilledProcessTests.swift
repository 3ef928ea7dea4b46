import SeededRandom
import Testing

/// Processes that end within some call to the disk, as by a SIGKILL. There are fewer than in a soak.
@Suite struct KilledProcessTests {
    /// How many processes are started.
    private static let (saving, others) = Seeds.round == nil ? (150, 60) : (1_000, 400)

    @Test func `Whatever call a process is killed at, each save that it acknowledged is there, and none half`() throws {
        let line = try StoreTrial.run("store-kill-trials", "\(Self.saving)", "saving")
        let numbers = StoreTrial.numbers(line)
        // Many have come to save something.
        #expect(numbers.count == 3 && numbers[1] > Self.saving / 4 && numbers[2] > Self.saving / 4, "\(line)")
    }

    @Test(arguments: ["migrating", "mapping"])
    func `Whatever call a process that migrates is killed at, the store is the old one or the new one`(
        way: String
    ) throws {
        let line = try StoreTrial.run("store-kill-trials", "\(Self.others)", way)
        let numbers = StoreTrial.numbers(line)
        // Killed, of these before and after the commit.
        #expect(numbers.count == 3 && numbers[1] > Self.others / 10 && numbers[2] > Self.others / 10, "\(line)")
    }

    @Test func `Whatever call a process is killed at, each batch is there with its history, or nothing of it`() throws {
        let line = try StoreTrial.run("store-kill-trials", "\(Self.others)", "batches")
        let numbers = StoreTrial.numbers(line)
        // Killed, of these after none of the three batches, one, two and all.
        #expect(numbers.count == 5 && numbers.allSatisfy { $0 > Self.others / 20 }, "\(line)")
    }
}
