public import Foundation

/// Called with the pointer that a data provider was made with, its bytes and their number, when it needs them no more.
public typealias CGDataProviderReleaseDataCallback = (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// Bytes for an image, all of them in memory or mapped into it. Immutable.
///
/// Equal if it is the same object, as on Apple's platforms.
public final class CGDataProvider: Hashable, Sendable {
    let bytes: Data

    /// Makes a provider of data. Never nil.
    public init?(data: CFData) { bytes = data }

    /// Makes a provider of a file's contents, mapped where that is safe; nil if the file cannot be read.
    public init?(url: CFURL) {
        guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { return nil }
        bytes = data
    }

    /// Makes a provider of the contents of the file at a path; nil if the file cannot be read.
    public convenience init?(filename: UnsafePointer<CChar>) {
        self.init(url: URL(fileURLWithPath: String(cString: filename)))
    }

    /// Makes a provider of memory that stays as it is until the callback is called with it; nil if the size is
    /// negative.
    ///
    /// A few bytes are copied, and the callback is called at once.
    public init?(
        dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
        releaseData: @escaping CGDataProviderReleaseDataCallback
    ) {
        guard size >= 0 else { return nil }
        bytes = Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: data), count: size,
            deallocator: .custom { _, _ in releaseData(info, data, size) })
    }

    /// The bytes. Never nil.
    public var data: CFData? { bytes }

    /// Whether two are the same object.
    public static func == (left: CGDataProvider, right: CGDataProvider) -> Bool { left === right }

    /// Hashes which object it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
