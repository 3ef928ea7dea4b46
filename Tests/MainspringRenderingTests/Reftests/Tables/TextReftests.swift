import Foundation
import MainspringAnimation
import MainspringGraphics
import MainspringRendering

/// Texts, which are letters of the same font on both sides, and particles.
extension Reftest {
    private static let words = "one two three four"

    private static func text(_ string: Any, _ change: (CATextLayer) -> Void = { _ in }) -> CATextLayer {
        let layer = CATextLayer()
        layer.frame = CGRect(x: 4, y: 4, width: 90, height: 80)
        (layer.string, layer.font, layer.fontSize) = (string, "DejaVu Sans", 14)
        layer.foregroundColor = .blue
        change(layer)
        return layer
    }

    private static func options(_ width: CGFloat? = nil) -> TextLayout.Options {
        .init(font: TextFont(family: "DejaVu Sans", size: 14), width: width)
    }

    private final class Written: CALayer {
        override func draw(in ctx: CGContext) {
            var words = AttributedString(Reftest.words)
            words.font = TextFont(family: "DejaVu Sans", size: 14)
            words.foregroundColor = CGColor.blue
            ctx.draw(words, in: bounds)
        }
    }

    static let texts: [Reftest] = [
        Reftest("a text in lines is each line in a layer of its own", side: 100) {
            $0.add(text(words) { ($0.isWrapped, $0.frame.size.width) = (true, 60) })
        } as: { root in
            let units = Array(words.utf16)
            for line in TextLayout(words, options: options(60)).lines {
                let part = String(decoding: units[line.range], as: UTF16.self)
                root.add(text(part.trimmingCharacters(in: .whitespaces))) {
                    $0.frame.origin.y += line.frame.minY.rounded()
                }
            }
        },
        Reftest("a line's end is that of a layer's text", side: 100) {
            $0.add(text("one\ntwo"))
        } as: {
            $0.add(text("one"))
            $0.add(text("two")) { $0.frame.origin.y += TextLayout("one", options: options()).size.height.rounded() }
        },
        Reftest("a text at the right lies as much farther as there is room", side: 100) {
            $0.add(text("one") { $0.alignmentMode = .right })
        } as: {
            // Letters begin at whole pixels.
            $0.add(text("one")) {
                $0.frame.origin.x += (90 - TextLayout("one", options: options()).size.width).rounded()
            }
        },
        Reftest("a text that is cut off ends with three dots", side: 100) {
            $0.add(text(words) { ($0.truncationMode, $0.frame.size.width) = (.end, 60) })
        } as: { root in
            // The longest beginning that has room, with the dots.
            let fitting = words.indices.map { "\(words[..<$0].trimmingCharacters(in: .whitespaces))…" }
                .filter { TextLayout($0, options: options()).size.width <= 60 }
            root.add(text(fitting.max { $0.count < $1.count } ?? ""))
        },
        Reftest("a text with attributes that are all the same is a plain one", side: 100) {
            var same = AttributedString(words)
            same.font = TextFont(family: "DejaVu Sans", size: 14)
            same.foregroundColor = CGColor.blue
            $0.add(text(same))
        } as: {
            $0.add(text(words))
        },
        Reftest("a text layer shows what a class draws with the same words", side: 100) {
            $0.add(text(words) { $0.isWrapped = true })
        } as: {
            $0.add(Written()) {
                $0.frame = CGRect(x: 4, y: 4, width: 90, height: 80)
                $0.setNeedsDisplay()
            }
        },
        Reftest("a text is seen within its layer's bounds alone", side: 100) {
            $0.add(text(words) { $0.frame.size = CGSize(width: 42, height: 14) })
        } as: {
            $0.add(CALayer(4, 4, 42, 14)) { $0.masksToBounds = true }.add(text(words)) { $0.frame.origin = .zero }
        },
        Reftest(
            "a text is its colour within a mask of it",
            .upTo(1, because: "the mask's alpha is multiplied by the colour, and rounded"), side: 100
        ) {
            $0.add(text(words))
        } as: {
            $0.add(CALayer(4, 4, 90, 80, .blue)) { layer in
                layer.mask = text(words) { $0.frame.origin = .zero }
            }
        },
        Reftest(
            "a text in a layer that is flipped stands upright, from the top",
            .upTo(
                4,
                because:
                    "its rows are turned round, and weights of places between pixels have seven bits, of which none is 0"
            ),
            side: 100
        ) {
            $0.add(CALayer(0, 0, 100, 100)) { $0.isGeometryFlipped = true }.add(text(words))
        } as: {
            $0.add(text(words)) { $0.frame.origin.y = 16 }
        },
    ]
}
