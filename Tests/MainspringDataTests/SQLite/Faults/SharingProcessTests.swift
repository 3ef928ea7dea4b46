import Testing

/// Processes that have one store open at once.
@Suite struct SharingProcessTests {
    @Test
    func
        `Of 10,000 saves of two processes none is lost, the history has each once, and whoever follows it has what the file has`()
        throws
    {
        let line = try StoreTrial.run("store-sharing-trials", "saving", "2", "3", "10000")
        let numbers = StoreTrial.numbers(line)
        #expect(numbers.first == 10_000, "\(line)")
        // Some of those that were killed had begun to follow.
        #expect(numbers.count > 2 && numbers[1] > 20 && numbers[2] > 10, "\(line)")
    }

    @Test(arguments: ["WAL", "DELETE"])
    func `A copy of a store into which another process saves has whole saves, with their history`(_ mode: String) throws
    {
        let line = try StoreTrial.run("store-sharing-trials", "copying", mode, "12")
        #expect(StoreTrial.numbers(line).first == 12, "\(line)")
    }

    @Test(arguments: ["WAL", "DELETE"])
    func `Who saves waits for a process that is in the midst of it, and loses nothing when that is killed`(
        _ mode: String
    ) throws {
        let line = try StoreTrial.run("store-sharing-trials", "locking", mode, "12")
        let numbers = StoreTrial.numbers(line)
        // Each second process has saved.
        #expect(numbers.count == 2 && numbers[0] + numbers[1] == 24, "\(line)")
    }

    @Test func `A store that several processes migrate is the new one, and who has the old one open is told`() throws {
        let line = try StoreTrial.run("store-sharing-trials", "migrating", "12")
        #expect(StoreTrial.numbers(line).first == 12, "\(line)")
    }
}
