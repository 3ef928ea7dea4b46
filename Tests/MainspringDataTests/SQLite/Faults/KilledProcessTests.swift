import SeededRandom
import Testing

/// Processes that end inside a disk call, as after a SIGKILL. A soak starts more of them than an ordinary run.
@Suite struct KilledProcessTests {
    /// The numbers of processes that save objects, and that migrate or run batches.
    private static let (saving, others) = Seeds.round == nil ? (250, 40) : (1_000, 400)

    @Test func `Whatever call a process is killed at, each save that it acknowledged is there, and none half`() throws {
        let line = try StoreTrial.run("store-kill-trials", "\(Self.saving)", "saving")
        let numbers = StoreTrial.numbers(line)
        // Most processes have saved something.
        #expect(numbers.count == 3 && numbers[1] > Self.saving / 2 && numbers[2] > Self.saving / 2, "\(line)")
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
