internal import Diagnostics
internal import Locks

/// Ours: makes an engine that draws into a bitmap; nil if it cannot draw into one of that description.
public typealias CGBitmapEngineMaker = @Sendable (CGBitmapDescription) -> (any CGContextEngine)?

extension CGContext {
    private struct InstalledMaker {
        let make: CGBitmapEngineMaker
    }

    private static let maker = Guarded<InstalledMaker?>(nil)

    /// Ours: says what bitmaps are drawn with from now on, in the whole process and on every thread; takes the place of
    /// what was said before.
    public static func installBitmapEngine(_ make: @escaping CGBitmapEngineMaker) {
        maker.withLock { $0 = InstalledMaker(make: make) }
    }

    /// What bitmaps are drawn with within a task, in place of what is installed: tests run beside each other in one process, and some draw
    /// by Cairo while others write down what they are told.
    @TaskLocal package static var bitmapEngineOfTask: CGBitmapEngineMaker?

    /// What bitmaps are drawn with; nil if nothing was installed.
    package static var bitmapEngineMaker: CGBitmapEngineMaker? { bitmapEngineOfTask ?? maker.withLock { $0?.make } }

    /// Ours: makes a context that draws into a bitmap; nil if the installed engine cannot draw into one of that
    /// description.
    ///
    /// Stops the program if no engine was installed.
    public convenience init?(bitmap description: CGBitmapDescription) {
        guard let make = Self.bitmapEngineMaker else {
            programmerError(
                "A bitmap was to be drawn into, but nothing that draws is installed. "
                    + "Call CGContext.installBitmapEngine(_:) first, or CGContext.installCairo() of MainspringRendering."
            )
        }
        guard let engine = make(description) else { return nil }
        self.init(engine: engine)
    }

    /// How many pixels a row has; 0 if there is no bitmap.
    public var width: Int { engine.bitmap?.width ?? 0 }

    /// How many rows there are; 0 if there is no bitmap.
    public var height: Int { engine.bitmap?.height ?? 0 }

    /// How many bits a component has; 0 if there is no bitmap.
    public var bitsPerComponent: Int { engine.bitmap?.bitsPerComponent ?? 0 }

    /// How many bits a pixel has; 0 if there is no bitmap.
    public var bitsPerPixel: Int { engine.bitmap?.bitsPerPixel ?? 0 }

    /// From row to row; 0 if there is no bitmap.
    public var bytesPerRow: Int { engine.bitmap?.bytesPerRow ?? 0 }

    /// What the components mean; nil if there is no bitmap, or nothing but alpha in it.
    public var colorSpace: CGColorSpace? { engine.bitmap?.colorSpace }

    /// Where alpha is, and whether the colours are multiplied by it.
    public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alpha ?? .none }

    /// How the bits of a pixel are to be read; none if there is no bitmap.
    public var bitmapInfo: CGBitmapInfo { engine.bitmap?.bitmapInfo ?? [] }

    /// The first byte of the top row; nil if there is no bitmap.
    public var data: UnsafeMutableRawPointer? {
        engine.flush()
        return engine.bitmap?.data
    }

    /// The bitmap as it is now; nil if there is none.
    public func makeImage() -> CGImage? { engine.makeImage() }

    /// Has everything that was drawn get to where it is kept.
    public func flush() { engine.flush() }

    /// Has everything that was drawn get to where it is kept; the same as ``flush()`` here.
    public func synchronize() { engine.flush() }
}
