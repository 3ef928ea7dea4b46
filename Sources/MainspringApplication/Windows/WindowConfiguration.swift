public import Foundation
public import MainspringGraphics

/// What a window is to be like when it is made. Ours.
public struct WindowConfiguration {
    /// The text that stands on it.
    public var title: String
    /// Its size in points. What is no number, or below 1, counts as 1; what is above 32,767, as that.
    public var size: CGSize
    /// The size below which it cannot be brought, in points; see ``Window/minimumSize``.
    public var minimumSize: CGSize
    /// The picture that stands for it.
    public var icon: CGImage?

    /// Makes a configuration.
    public init(
        title: String = "", size: CGSize = CGSize(width: 640, height: 480),
        minimumSize: CGSize = CGSize(width: 1, height: 1), icon: CGImage? = nil
    ) {
        self.title = title
        self.size = size
        self.minimumSize = minimumSize
        self.icon = icon
    }
}

extension CGSize {
    /// A size that a window can have.
    var forWindow: CGSize {
        func length(_ wanted: CGFloat) -> CGFloat {
            // What is no number is not above 1 either.
            wanted > 1 ? min(wanted, CGFloat(PixelSize.limit)) : 1
        }
        return CGSize(width: length(width), height: length(height))
    }
}
