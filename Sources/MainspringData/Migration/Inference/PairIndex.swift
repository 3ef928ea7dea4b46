@_spi(Tools) internal import MainspringModel

/// Where the pairs of a mapping stand, so that models of many entities need not be gone through for each of them.
struct PairIndex {
    private(set) var bySource: [ObjectIdentifier: Int] = [:]
    private(set) var byDestination: [ObjectIdentifier: Int] = [:]
    /// By the roots of the new entities.
    private(set) var byRoot: [ObjectIdentifier: [Int]] = [:]
    /// By new properties that were there before.
    private(set) var byProperty: [ObjectIdentifier: [Int]] = [:]
    /// By what they were.
    private(set) var byFormerProperty: [ObjectIdentifier: [Int]] = [:]

    init(_ pairs: [InferredMapping.Pair]) {
        for (place, pair) in pairs.enumerated() {
            // An old entity becomes one new one; of two that say so the first is asked.
            if bySource[ObjectIdentifier(pair.source)] == nil { bySource[ObjectIdentifier(pair.source)] = place }
            byDestination[ObjectIdentifier(pair.destination)] = place
            byRoot[ObjectIdentifier(pair.destination.rootEntity), default: []].append(place)
            for (property, former) in pair.properties {
                byProperty[property, default: []].append(place)
                if byFormerProperty[ObjectIdentifier(former)]?.last != place {
                    byFormerProperty[ObjectIdentifier(former), default: []].append(place)
                }
            }
        }
    }
}
