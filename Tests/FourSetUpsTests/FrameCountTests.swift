import Testing

@testable import FourSetUps

@Suite struct FrameCountTests {
    private func count(_ frames: [Int]) -> FrameCount {
        var count = FrameCount(period: 1.0 / 60)
        for frame in frames { count.note(Double(frame) / 60) }
        return count
    }

    @Test(arguments: [
        ([], 0, 0), ([5], 0, 0), ([5, 6, 7], 2, 2), ([5, 6, 9], 4, 2), ([5, 65], 60, 1), ([5, 6, 6], 1, 1),
        ([1_000_000, 1_000_001, 1_000_003], 3, 2),
    ])
    func `time begins with the first frame, and frames that go by are missed`(frames: [Int], due: Int, shown: Int) {
        let count = count(frames)
        #expect(count.due == due && count.shown == shown && count.missed == due - shown)
    }
}
