import Foundation
import MainspringAnimation
import MainspringGraphics

extension Screen {
    static var springs: Screen {
        Screen("springs", "CASpringAnimation", "A weight on a spring: mass, stiffness, damping, velocity") { stage in
            let all: [(String, (CASpringAnimation) -> Void)] = [
                ("damping 3", { $0.damping = 3 }), ("damping 10", { $0.damping = 10 }),
                ("damping 20", { $0.damping = 20 }),
                ("stiffness 400", { $0.stiffness = 400 }), ("mass 3", { $0.mass = 3 }),
                ("velocity 30", { ($0.initialVelocity, $0.damping) = (30, 14) }),
            ]
            for (number, (name, change)) in all.enumerated() {
                let panel = stage.panel(CGRect(x: 40 + CGFloat(number) * 148, y: 110, width: 140, height: 450), name)
                let middle = panel.bounds.midX
                stage.box(CGRect(x: middle - 40, y: 209, width: 80, height: 2), Palette.line, in: panel)
                let weight = stage.box(
                    CGRect(x: middle - 30, y: 180, width: 60, height: 60), Palette.bright[number], corner: 18, in: panel
                )
                let spring = CASpringAnimation(keyPath: "position.y")
                change(spring)
                (spring.fromValue, spring.toValue, spring.duration) = (40, 210, 2.4)
                spring.repeatCount = .infinity
                weight.add(spring, forKey: "spring")
                let squeeze = CASpringAnimation(keyPath: "transform.scale.x")
                change(squeeze)
                (squeeze.fromValue, squeeze.toValue, squeeze.duration, squeeze.repeatCount) = (0.7, 1, 2.4, .infinity)
                weight.add(squeeze, forKey: "squeeze")
            }
        }
    }
}
