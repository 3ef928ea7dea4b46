import Foundation
import MainspringAnimation
import MainspringGraphics

/// A number whose digits roll to the next one, with what it counts below.
@MainActor
final class Counter {
    let layer = CALayer()
    private let wheels: [CALayer]
    private let commas: [CALayer]
    private var shown: Int64 = -1

    private static let digit = CGSize(width: 17, height: 28)
    private static let comma: CGFloat = 8

    /// - Parameter digits: So many it can show at most.
    init(_ title: String, digits: Int) {
        var x: CGFloat = 0
        var wheels: [CALayer] = []
        var commas: [CALayer] = []
        for place in (0..<digits).reversed() {
            let window = layer.addBox(CGRect(x: x, y: 0, width: Self.digit.width, height: Self.digit.height))
            window.masksToBounds = true
            let wheel = window.addBox(
                CGRect(x: 0, y: 0, width: Self.digit.width, height: 10 * Self.digit.height))
            wheel.anchorPoint = .zero
            wheel.position = .zero
            for digit in 0..<10 {
                let place = CGRect(
                    x: 0, y: CGFloat(digit) * Self.digit.height, width: Self.digit.width, height: Self.digit.height)
                wheel.addText(String(digit), place, size: 24, isBold: true, alignment: .center).truncationMode = .none
            }
            wheels.append(wheel)
            x += Self.digit.width
            if place % 3 == 0, place > 0 {
                let comma = layer.addText(
                    ",", CGRect(x: x, y: 0, width: Self.comma, height: 28), size: 24, color: Style.quiet)
                comma.truncationMode = .none
                commas.append(comma)
                x += Self.comma
            }
        }
        (self.wheels, self.commas) = (wheels, commas)
        layer.addText(title, CGRect(x: 1, y: 32, width: 200, height: 16), size: 12, color: Style.quiet).castNight()
        layer.bounds = CGRect(x: 0, y: 0, width: x, height: 50)
        layer.anchorPoint = .zero
        withoutActions { show(0) }
    }

    /// Rolls to a number; digits that are not needed are faint.
    func show(_ number: Int64) {
        guard number != shown else { return }
        shown = number
        let digits = String(max(number, 0)).count
        var rest = max(number, 0)
        CATransaction.begin()
        CATransaction.setAnimationDuration(0.3)
        for (place, wheel) in wheels.reversed().enumerated() {
            wheel.position.y = -CGFloat(rest % 10) * Self.digit.height
            wheel.opacity = place < digits ? 1 : 0.14
            rest /= 10
        }
        for (index, comma) in commas.enumerated() {
            comma.opacity = digits > 3 * (commas.count - index) ? 1 : 0.14
        }
        CATransaction.commit()
    }
}
