/// The animations of a frame that say where its layers are, as runs of plain numbers that lie one after another.
///
/// A run is what happens to one property of one layer. A layer whose animations change gets new runs; those that it had
/// stay behind unused until there are too many of them.
struct FrameRuns<Way: HotWay> {
    struct Run {
        let first: Int32
        let count: Int32
        let key: LayerKey
        /// What the property has without animations.
        var base: Way.Value
    }

    private(set) var runs: ContiguousArray<Run> = []
    private(set) var animations: ContiguousArray<HotAnimation<Way>> = []
    private(set) var rests: ContiguousArray<HotAnimationRest> = []

    mutating func removeAll() {
        runs.removeAll(keepingCapacity: true)
        animations.removeAll(keepingCapacity: true)
        rests.removeAll(keepingCapacity: true)
    }

    /// Adds what happens to a property; false if not all of it has this form.
    mutating func append(
        _ own: [CommittedAnimation], of key: LayerKey, base: Way.Value, _ paces: inout PreparedPaces
    ) -> Bool {
        let ways = own.compactMap { HotAnimation<Way>.way(of: $0) }
        guard ways.count == own.count else { return false }
        runs.append(Run(first: Int32(animations.count), count: Int32(own.count), key: key, base: base))
        for (animation, way) in zip(own, ways) {
            animations.append(HotAnimation(animation, way, &paces))
            rests.append(HotAnimationRest(animation))
        }
        return true
    }

    /// Some runs have other values to begin with.
    mutating func rebase(_ range: Range<Int32>, _ base: (LayerKey) -> Way.Value) {
        for index in range { runs[Int(index)].base = base(runs[Int(index)].key) }
    }

    /// Lends the runs in a form that costs no counting of references.
    @inline(__always)
    func withReader<Result>(_ body: (Reader) -> Result) -> Result {
        runs.withUnsafeBufferPointer { runs in
            animations.withUnsafeBufferPointer { animations in
                rests.withUnsafeBufferPointer { rests in
                    body(
                        Reader(runs: runs.baseAddress, animations: animations.baseAddress, rests: rests.baseAddress))
                }
            }
        }
    }

    /// The runs, for the length of a call.
    struct Reader {
        fileprivate let runs: UnsafePointer<Run>?
        fileprivate let animations: UnsafePointer<HotAnimation<Way>>?
        fileprivate let rests: UnsafePointer<HotAnimationRest>?

        @inline(__always)
        func key(of run: Int32) -> LayerKey { runs.unsafelyUnwrapped[Int(run)].key }

        /// What a run makes of its property at an instant of the layer's time.
        @inline(__always)
        func value(of run: Int32, at time: Double, _ paces: PreparedPaces.Reader) -> Way.Value {
            let run = runs.unsafelyUnwrapped + Int(run)
            var value = run.pointee.base
            var index = Int(run.pointee.first)
            let end = index + Int(run.pointee.count)
            while index < end {
                (animations.unsafelyUnwrapped + index).pointee.apply(
                    to: &value, at: time, paces, rests.unsafelyUnwrapped + index)
                index += 1
            }
            return value
        }
    }
}
