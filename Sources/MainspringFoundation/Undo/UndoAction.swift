/// One thing that is done to an object to take something back.
///
/// The object is not kept; when it is gone, there is nothing to do.
final class UndoAction {
    private(set) weak var target: AnyObject?
    private let body: (AnyObject) -> Void

    init<Target: AnyObject>(_ target: Target, _ handler: @escaping (Target) -> Void) {
        self.target = target
        body = { ($0 as? Target).map(handler) }
    }

    func perform() { target.map(body) }
}
