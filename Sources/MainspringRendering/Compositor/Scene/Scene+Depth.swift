internal import MainspringAnimation

/// What replicators that keep depth show again.
extension Scene {
    /// What a replicator does to a showing among the layers that keep depth with it; nil where it makes all of them flat.
    func stepInSpace(of replicator: Int, _ number: Int, _ frame: LayerFrame) -> Matrix4? {
        let outer = clones.clone(replicator)
        let own = clones.frame(outer?.delay ?? 0, of: frame)
        let source = own.nodes[Int(nodes[replicator].source)]
        guard source.traits.contains(.keepsDepth), source.space >= 0,
            let showings = nodes[replicator].paint?.replicator, number < showings.count
        else { return nil }
        let matrix = own.spaces[Int(source.space)].matrix
        guard let back = matrix.inverse else { return nil }
        let step = back * showings.matrix(number) * matrix
        return outer?.inSpace.map { step * $0 } ?? step
    }

    /// Places a clone whose surroundings keep depth.
    /// - Parameter own: The frame that it is of.
    /// - Returns: false for any other one.
    func placeInSpace(_ index: Int, _ clone: SceneClones.Clone, _ own: LayerFrame, _ frame: LayerFrame) -> Bool {
        guard Int(nodes[index].source) < own.nodes.count else { return false }
        let source = own.nodes[Int(nodes[index].source)]
        let around = clone.replicator >= 0 ? Int(clone.replicator) : Int(nodes[index].parent)
        let outer = clones.clone(around)
        // What is inside of one that is placed by the layers around it is, too.
        guard outer?.edge == nil || outer?.inSpace != nil else { return false }
        var step: Matrix4?
        if clone.replicator >= 0 {
            step = stepInSpace(of: around, Int(clone.number), frame)
        } else if source.parent >= 0, own.nodes[Int(source.parent)].traits.contains(.keepsDepth) {
            step = outer?.inSpace
        }
        guard let step, source.traits.contains(.isInSpace) else { return false }
        let after = outer.map { $0.inSpace == nil ? $0.moved : $0.after } ?? DeviceMap(.identity)
        let space = own.spaces[Int(source.space)]
        let target = screenMap(PlaneMap(flattening: space.matrix * step) * space.plane).followed(by: after)
        // What is in it goes along on the screen.
        let moved = baseMap(source, own).plane.inverse.map { DeviceMap($0 * target.plane) }
        clones.setMoved(moved ?? .nowhere, inSpace: step, after: after, index)
        if moved == nil { clones.setEdge(SceneClones.Edge(source: Int(nodes[index].source), target: target), index) }
        placeClone(index, own, at: target)
        return true
    }

    /// Places a clone inside one whose first showing is seen from its edge: by the layers between them instead of by the screen.
    /// - Returns: false for any other one.
    func placeBesideEdge(
        _ index: Int, _ clone: SceneClones.Clone, _ own: LayerFrame, _ frame: LayerFrame
    ) -> Bool {
        let around = clone.replicator >= 0 ? Int(clone.replicator) : Int(nodes[index].parent)
        guard let outer = clones.clone(around), var edge = outer.edge, Int(nodes[index].source) < own.nodes.count
        else { return false }
        if clone.replicator >= 0 {
            guard let showings = nodes[around].paint?.replicator, Int(clone.number) < showings.count else {
                return false
            }
            let source = Int(nodes[around].source)
            let plane = clones.frame(outer.delay, of: frame).plane(of: source, in: edge.source)
            edge = SceneClones.Edge(
                source: source,
                target: showings.map(Int(clone.number)).followed(by: DeviceMap(plane)).followed(by: edge.target))
        }
        let target = DeviceMap(own.plane(of: Int(nodes[index].source), in: edge.source)).followed(by: edge.target)
        clones.setMoved(.nowhere, index)
        clones.setEdge(edge, index)
        placeClone(index, own, at: target)
        return true
    }
}
