import Foundation
import Mainspring
import MainspringGraphics
import Testing

@testable import MainspringApplication

@Suite struct HeadlessSurfaceTests {
    /// A picture of one pixel, of this gray.
    private static func image(_ gray: UInt8) -> CGImage {
        CGImage(
            width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue).union(.byteOrder32Little),
            provider: CGDataProvider(data: Data([gray, gray, gray, 255]))!, decode: nil, shouldInterpolate: false,
            intent: .defaultIntent)!
    }

    /// What a window is told, what a surface has of it, and what that is before and after.
    private static let stories:
        [(name: String, tell: @Sendable (Window) -> Void, look: @Sendable (HeadlessSurface) -> String, has: [String])] =
            [
                ("title", { $0.title = "Zürich" }, { $0.title }, ["Map", "Zürich"]),
                ("icon", { $0.icon = image(9) }, { "\($0.icon!.gray)" }, ["7", "9"]),
                ("no icon", { $0.icon = nil }, { "\($0.icon == nil)" }, ["false", "true"]),
                (
                    "least size", { $0.minimumSize = CGSize(width: 50, height: -1) },
                    { "\($0.minimumSize.width) \($0.minimumSize.height)" }, ["20.0 10.0", "50.0 1.0"]
                ),
                ("full screen", { $0.setFullScreen(true) }, { "\($0.isFullScreen)" }, ["false", "true"]),
                ("cursor", { $0.cursor = .iBeam }, { "\($0.cursor)" }, ["arrow", "iBeam"]),
                (
                    "size", { $0.resize(to: CGSize(width: 300, height: 200)) },
                    { "\($0.size.width) \($0.size.height)" }, ["100.0 80.0", "300.0 200.0"]
                ),
                ("shown", { $0.show() }, { "\($0.isMapped)" }, ["false", "true"]),
                ("closed", { $0.close() }, { "\($0.isClosed)" }, ["false", "true"]),
            ]

    private static func configuration() -> WindowConfiguration {
        WindowConfiguration(
            title: "Map", size: CGSize(width: 100, height: 80), minimumSize: CGSize(width: 20, height: 10),
            icon: image(7))
    }

    @Test(arguments: stories.indices) func `what a window is told arrives at its surface`(index: Int) throws {
        let (name, tell, look, has) = Self.stories[index]
        let seen = try onOwnLoop {
            let stage = AppStage()
            let window = try Window(Self.configuration(), application: stage.application)
            let surface = stage.system.surfaces[0]
            let before = look(surface)
            tell(window)
            return [before, look(surface)]
        }
        #expect(seen == has, "\(name)")
    }

    @Test func `a window fills its screen when its surface says so, and no more when that says so`() throws {
        let seen = try onOwnLoop {
            let stage = AppStage()
            let window = try Window(Self.configuration(), application: stage.application)
            return [true, false].flatMap { isFull in
                window.setFullScreen(isFull)
                let before = window.isFullScreen
                stage.run()
                return [before, window.isFullScreen]
            }
        }
        #expect(seen == [false, true, true, false])
    }

    @Test func `the program brings a window no smaller than its least size, and one that is smaller already stays so`()
        throws
    {
        let sizes = try onOwnLoop {
            let stage = AppStage()
            let window = try Window(Self.configuration(), application: stage.application)
            func next(_ body: () -> Void) -> CGSize {
                body()
                stage.run()
                return window.size
            }
            return [
                next { window.minimumSize = CGSize(width: 60, height: 40) },
                next { window.resize(to: CGSize(width: 30, height: 70)) },
                next { window.minimumSize = CGSize(width: 90, height: 10) },
                next { window.resize(to: CGSize(width: 1, height: 1)) },
            ]
        }
        #expect(
            sizes == [
                CGSize(width: 100, height: 80), CGSize(width: 60, height: 70), CGSize(width: 60, height: 70),
                CGSize(width: 90, height: 10),
            ])
    }
}

extension CGImage {
    /// The first component of its first pixel.
    fileprivate var gray: UInt8 { withPremultipliedBGRA { bytes, _ in bytes[0] } }
}
