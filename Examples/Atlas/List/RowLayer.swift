import CityStacks
import Foundation
import MainspringAnimation
import MainspringGraphics

/// A line of the list: a country's name, or a city with how many people live there, as a number and as a bar.
final class RowLayer: CALayer {
    static let height: CGFloat = 28
    private let title = CATextLayer()
    private let number = CATextLayer()
    private let bar = CALayer()

    override init() {
        super.init()
        bounds = CGRect(x: 0, y: 0, width: Style.list.width - 24, height: Self.height)
        anchorPoint = .zero
        for label in [title, number] {
            label.font = "Helvetica" as NSString
            (label.truncationMode, label.fontSize) = (.end, 13)
            addSublayer(label)
        }
        title.frame = CGRect(x: 12, y: 6, width: 190, height: 18)
        number.frame = CGRect(x: 204, y: 6, width: 100, height: 18)
        number.alignmentMode = .right
        bar.frame = CGRect(x: 12, y: 24, width: 0, height: 1.5)
        (bar.backgroundColor, bar.cornerRadius) = (Style.amber, 0.75)
        addSublayer(bar)
    }

    override init(layer: Any) { super.init(layer: layer) }

    func showCountry(_ title: String, cities: Int) {
        (self.title.string, self.title.foregroundColor, self.title.font) = (
            title, Style.sky, "Helvetica-Bold" as NSString
        )
        (number.string, number.foregroundColor) = (ResultTable.grouped(cities), Style.faint)
        bar.isHidden = true
        backgroundColor = Style.raised
        cornerRadius = 5
    }

    func showCity(_ title: String, population: Int64) {
        (self.title.string, self.title.foregroundColor, self.title.font) = (title, Style.text, "Helvetica" as NSString)
        (number.string, number.foregroundColor) = (ResultTable.grouped(Int(population)), Style.quiet)
        bar.isHidden = false
        let length = max(log10(CGFloat(max(population, 100_000)) / 100_000) / 2.5, 0.02) * 292
        bar.frame.size.width = min(length, 292)
        (backgroundColor, cornerRadius) = (nil, 5)
    }

    func setChosen(_ isChosen: Bool) {
        borderWidth = isChosen ? 1 : 0
        borderColor = Style.amber
    }
}
