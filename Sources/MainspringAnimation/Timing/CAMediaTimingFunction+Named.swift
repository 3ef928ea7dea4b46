/// The named functions, ready to be used where a function is asked for:
/// `layer.animate(\.opacity, to: 0, timing: .easeOut)`.
extension CAMediaTimingFunction {
    /// Ours: evenly.
    public static let linear = CAMediaTimingFunction(name: .linear)
    /// Ours: slowly at first.
    public static let easeIn = CAMediaTimingFunction(name: .easeIn)
    /// Ours: slowly at the end.
    public static let easeOut = CAMediaTimingFunction(name: .easeOut)
    /// Ours: slowly at both ends.
    public static let easeInEaseOut = CAMediaTimingFunction(name: .easeInEaseOut)
    /// Ours: what implicit animations have: quickly off, slowly on.
    public static let `default` = CAMediaTimingFunction(name: .default)
}
