/// One screen of the gallery.
struct Screen {
    /// By which the command line names it.
    let name: String
    let title: String
    let note: String
    let fill: (Stage) -> Void

    init(_ name: String, _ title: String, _ note: String, _ fill: @escaping (Stage) -> Void) {
        (self.name, self.title, self.note, self.fill) = (name, title, note, fill)
    }

    static var all: [Screen] {
        [
            .basics, .masks, .blending, .shapes, .gradients, .texts, .cube, .scrolling, .tiles, .replicators,
            .particles,
            .transitions, .timing, .springs, .keyframes, .transactions, .displayLink, .constraints, .textField,
        ]
    }
}
