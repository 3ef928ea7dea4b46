import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Members in an order, beside an array.
@Suite struct MemberListTests {
    @Test(arguments: Seeds.first(20), [8, 70, 400])
    func `Whatever is put in and taken out, and whenever somebody looks, the list is what the same makes of an array`(
        _ seed: UInt64, _ count: Int
    ) throws {
        var random = SeededGenerator(seed: seed)
        let bench = try HistoryBench()
        let context = bench.context()
        let objects = (0..<count).map { bench.company.make("Person", "\($0)", in: context) }
        let list = MemberList(isLoaded: true)
        var array: [NSManagedObject] = []
        for _ in 0..<40 {
            let (kind, looks) = (Int.random(in: 0..<5, using: &random), Bool.random(using: &random))
            for object in objects.shuffled(using: &random).prefix(Int.random(in: 0..<count, using: &random)) {
                let place = array.firstIndex { $0 === object }
                switch kind {
                case 0, 1:
                    #expect(list.remove(object) == (place != nil), "seed \(seed)")
                    if let place { array.remove(at: place) }
                case 2, 3:
                    #expect(list.add(object) == (place == nil), "seed \(seed)")
                    if place == nil { array.append(object) }
                default:
                    guard place == nil else { continue }
                    let index = Int.random(in: 0...array.count, using: &random)
                    list.insert(object, at: index)
                    array.insert(object, at: index)
                }
                #expect(
                    list.count == array.count && list.contains(object) == array.contains { $0 === object },
                    "seed \(seed)")
            }
            if looks { #expect(list.objects.elementsEqual(array, by: ===), "seed \(seed)") }
        }
        #expect(list.objects.elementsEqual(array, by: ===), "seed \(seed)")
    }

    @Test func `Who is taken out of a long list is kept by nobody`() throws {
        let bench = try HistoryBench()
        let context = bench.context()
        let list = MemberList(isLoaded: true)
        var objects = (0..<200).map { bench.company.make("Person", "\($0)", in: context) }
        try context.save()
        for object in objects { _ = list.add(object) }
        weak let last = objects[150]
        for object in objects[100..<180] { _ = list.remove(object) }
        objects.removeSubrange(100..<180)
        #expect(last == nil && list.count == 120)
    }
}
