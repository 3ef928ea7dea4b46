import Foundation
import MainspringAnimation
import MainspringGraphics

extension Screen {
    static var transitions: Screen {
        Screen("transitions", "CATransition", "From one look of a layer to the next one") { stage in
            let kinds: [(CATransitionType, CATransitionSubtype)] = [
                (.fade, .fromLeft), (.moveIn, .fromRight), (.push, .fromTop), (.reveal, .fromLeft), (.push, .fromRight),
                (.moveIn, .fromBottom),
            ]
            var pages: [CALayer] = []
            for (number, (type, subtype)) in kinds.enumerated() {
                let frame = CGRect(
                    x: 40 + CGFloat(number % 3) * 300, y: 110 + CGFloat(number / 3) * 230, width: 280, height: 215)
                let title = type == .fade ? type.rawValue : "\(type.rawValue), \(subtype.rawValue)"
                let panel = stage.panel(frame, title)
                let page = CALayer()
                page.frame = panel.bounds
                (page.masksToBounds, page.cornerRadius) = (true, 8)
                panel.addSublayer(page)
                pages.append(page)
            }
            var turn = 0
            stage.every(1.1) {
                for (page, (type, subtype)) in zip(pages, kinds) {
                    CATransaction.setDisableActions(true)
                    page.sublayers = nil
                    let color = Palette.bright[turn % 6]
                    let sheet = stage.box(page.bounds, color, in: page)
                    stage.label(
                        "\(turn + 1)", CGRect(x: 0, y: 30, width: page.bounds.width, height: 100), size: 84,
                        color: Palette.night, font: "Helvetica-Bold", alignment: .center, in: sheet)
                    guard turn > 0 else { continue }
                    let transition = CATransition()
                    (transition.type, transition.subtype, transition.duration) = (type, subtype, 0.8)
                    page.add(transition, forKey: "turn")
                }
                turn += 1
            }
        }
    }
}
