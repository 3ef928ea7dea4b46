extension RenderTree {
    /// A layer was published: its picture goes over into the new one, or does so no more.
    /// - Parameter origin: What it showed before; asked where a transition is new.
    mutating func noteTransition(of layer: RenderLayer, at place: Int32, from origin: () -> TransitionOrigin?) {
        guard let record = layer.animations?.transition else {
            transitions[place] = nil
            return
        }
        if transitions[place]?.record !== record {
            transitions[place] = CommittedTransition(record, from: origin())
        }
    }
}
