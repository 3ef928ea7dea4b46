internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// Layers whose pictures go over into others: on a page both pictures, one over the other.
extension Scene {
    static var transitions: [Scene] {
        [
            Scene(
                "transition-fade", shows: "CATransition fade, in parts that make up one", .aligned,
                layers: {
                    $0.add(CALayer(0, 80, 200, 40, 0x444444))
                    $0.add(CALayer(40, 40, 120, 120)) {
                        dressFormer($0)
                        $0.backgroundColor = .hex(0xEEDD99, 0.6)
                    }
                },
                change: {
                    guard let layer = $0.sublayers?.last else { return }
                    dressNew(layer)
                    layer.animate(CATransition()) { $0.type = .fade }
                },
                // As pages go over into others (View Transitions 1): each with its own share, added in a group of their own.
                html: """
                    <div at='0 80 200 40' style='background:#444444'></div><div at='40 40 120 120' style='isolation:isolate'>
                    <div id=f at='0 0 120 120' style='background:rgb(238 221 153 / .6);mix-blend-mode:plus-lighter'>\(former)</div>
                    <div id=n at='0 0 120 120' style='background:\(newColor);mix-blend-mode:plus-lighter'>\(new)</div></div>
                    """,
                script: "animate('f', {opacity: [1, 0]}); animate('n', {opacity: [0, 1]})"),
            fromSides("transition-push", shows: "CATransition push, from each side", .push),
            fromSides("transition-move-in", shows: "CATransition moveIn, from each side", .moveIn),
            fromSides("transition-reveal", shows: "CATransition reveal, from each side", .reveal),
            Scene(
                "transition-turned", shows: "CATransition of a layer that turns: a part of the way, at an uneven pace",
                .edges, allowing: .turnedPictures,
                layers: {
                    $0.add(CALayer(60, 60, 80, 80)) {
                        dressFormer($0)
                        $0.animateRotation(from: 10, to: 75)
                    }
                },
                change: {
                    guard let layer = $0.sublayers?.last else { return }
                    dressNew(layer)
                    layer.animate(CATransition()) {
                        ($0.type, $0.subtype) = (.push, .fromRight)
                        ($0.startProgress, $0.endProgress) = (0.1, 0.8)
                        $0.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
                    }
                },
                html: """
                    <div id=a at='60 60 80 80' style='overflow:hidden'><div id=f at='0 0 80 80' style='background:\(formerColor)'>\(former)
                    </div><div id=n at='0 0 80 80' style='background:\(newColor)'>\(new)</div></div>
                    """,
                script: """
                    animate('a', {transform: ['rotate(10deg)', 'rotate(75deg)']})
                    animate('f', {transform: ['translateX(-8px)', 'translateX(-64px)']}, {easing: 'ease-in-out'})
                    animate('n', {transform: ['translateX(72px)', 'translateX(16px)']}, {easing: 'ease-in-out'})
                    """),
            Scene(
                "transition-hidden", shows: "CATransition of layers that are shown and hidden", .rounded,
                layers: {
                    $0.add(CALayer(10, 10, 80, 80)) { $0.isHidden = true }
                    $0.add(CALayer(110, 10, 80, 80)) { $0.isHidden = true }
                    $0.add(CALayer(10, 110, 80, 80))
                    $0.add(CALayer(110, 110, 80, 80))
                    for layer in $0.sublayers ?? [] {
                        dressFormer(layer)
                        layer.cornerRadius = 24
                    }
                },
                change: {
                    let changes: [(CATransitionType, CATransitionSubtype?)] = [
                        (.fade, nil), (.moveIn, .fromTop), (.fade, nil), (.reveal, .fromRight),
                    ]
                    for (layer, change) in zip($0.sublayers ?? [], changes) {
                        layer.isHidden.toggle()
                        layer.animate(CATransition()) { ($0.type, $0.subtype) = change }
                    }
                },
                html: (0..<4).map {
                    """
                    <div at='\($0 % 2 * 100 + 10) \($0 / 2 * 100 + 10) 80 80' style='overflow:hidden'><div id=l\($0) at='0 0 80 80'
                    style='background:\(formerColor);border-radius:24px'>\(former)</div></div>
                    """
                }.joined(),
                script: """
                    animate('l0', {opacity: [0, 1]})
                    animate('l1', {transform: ['translateY(80px)', 'translateY(0)']})
                    animate('l2', {opacity: [1, 0]})
                    animate('l3', {transform: ['translateX(0)', 'translateX(-80px)']})
                    """),
        ]
    }

    private static let (formerColor, newColor) = ("#eeddaa", "rgb(136 187 221 / .7)")
    private static let former = "<div at='10 10 30 40' style='background:#cc4444'></div>"
    private static let new = "<div at='35 25 35 45' style='background:#225588'></div>"

    private static func dressFormer(_ layer: CALayer) {
        layer.backgroundColor = .hex(0xEEDDAA)
        layer.sublayers = [CALayer(10, 10, 30, 40, 0xCC4444)]
    }

    private static func dressNew(_ layer: CALayer) {
        layer.backgroundColor = .hex(0x88BBDD, 0.7)
        layer.sublayers = [CALayer(35, 25, 35, 45, 0x225588)]
    }

    /// Four layers, into each of which something comes from another side.
    private static func fromSides(_ name: String, shows: String, _ type: CATransitionType) -> Scene {
        // In y that grows downwards the top, where y is greatest, is below.
        let sides: [(CATransitionSubtype, x: Int, y: Int)] = [
            (.fromLeft, 1, 0), (.fromRight, -1, 0), (.fromTop, 0, -1), (.fromBottom, 0, 1),
        ]
        func place(_ index: Int) -> (Int, Int) { (index % 2 * 100 + 10, index / 2 * 100 + 10) }
        return Scene(
            name, shows: shows, .aligned,
            layers: { root in
                root.add(CALayer(40, 0, 120, 200, 0x777777))
                for index in sides.indices {
                    let (x, y) = place(index)
                    root.add(CALayer(CGFloat(x), CGFloat(y), 80, 80)) { dressFormer($0) }
                }
            },
            change: { root in
                for (layer, side) in zip(root.sublayers?.dropFirst() ?? [], sides) {
                    dressNew(layer)
                    layer.animate(CATransition()) { ($0.type, $0.subtype) = (type, side.0) }
                }
            },
            html: "<div at='40 0 120 200' style='background:#777777'></div>"
                + sides.indices.map {
                    let (x, y) = place($0)
                    let pictures = [
                        "<div id=f\($0) at='0 0 80 80' style='background:\(formerColor)'>\(former)</div>",
                        "<div id=n\($0) at='0 0 80 80' style='background:\(newColor)'>\(new)</div>",
                    ]
                    let stack = type == .reveal ? pictures.reversed() : pictures
                    return "<div at='\(x) \(y) 80 80' style='overflow:hidden'>\(stack.joined())</div>"
                }.joined(),
            script: sides.enumerated().flatMap { index, side in
                let (still, after) = ("'translate(0, 0)'", "'translate(\(80 * side.x)px, \(80 * side.y)px)'")
                let before = "'translate(\(-80 * side.x)px, \(-80 * side.y)px)'"
                let away = "animate('f\(index)', {transform: [\(still), \(after)]})"
                let into = "animate('n\(index)', {transform: [\(before), \(still)]})"
                return type == .push ? [away, into] : type == .moveIn ? [into] : [away]
            }.joined(separator: "\n"))
    }
}
