internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// Pictures as contents.
extension Scene {
    static var contents: [Scene] {
        let (photo, soft, quarters, frame) = (
            SamplePicture.photo(64, 48), SamplePicture.soft(64, 64), SamplePicture.quarters(20, 16),
            SamplePicture.frame(40)
        )
        let large = SamplePicture.soft(256, 256)
        return [
            Scene(
                "contents-move", shows: "contents in their own size, moved by whole pixels", .aligned,
                layers: {
                    $0.add(CALayer(20, 70, 64, 48)) {
                        $0.contents = photo.image
                        $0.slide(100)
                    }
                },
                html: "<img id=a at='20 70 64 48' src='\(photo.address)'>",
                script: "animate('a', {transform: ['translateX(0)', 'translateX(100px)']})"),
            Scene(
                "contents-resize", shows: "contentsGravity resize: enlarged", .edges,
                layers: {
                    $0.add(CALayer(20, 20, 60, 60)) {
                        $0.contents = soft.image
                        $0.anchorPoint = .zero
                        $0.position = CGPoint(x: 20, y: 20)
                        $0.animate(
                            "bounds.size", from: CGSize(width: 60, height: 60), to: CGSize(width: 160, height: 120))
                    }
                },
                html: "<img id=a at='20 20 60 60' src='\(soft.address)'>",
                script: "animate('a', {width: ['60px', '160px'], height: ['60px', '120px']})"),
            Scene(
                "contents-aspect", shows: "contentsGravity resizeAspect", .edges,
                layers: {
                    $0.add(CALayer(20, 20, 60, 160, 0xDDDDEE)) {
                        $0.contents = soft.image
                        $0.contentsGravity = .resizeAspect
                        $0.anchorPoint = .zero
                        $0.position = CGPoint(x: 20, y: 20)
                        $0.animate("bounds.size.width", from: 60, to: 160)
                    }
                },
                html:
                    "<img id=a at='20 20 60 160' style='background:#ddddee;object-fit:contain' src='\(soft.address)'>",
                script: "animate('a', {width: ['60px', '160px']})"),
            Scene(
                "contents-fill", shows: "contentsGravity resizeAspectFill, cut off at the bounds", .edges,
                layers: {
                    $0.add(CALayer(20, 20, 60, 160)) {
                        $0.contents = soft.image
                        $0.contentsGravity = .resizeAspectFill
                        $0.masksToBounds = true
                        $0.anchorPoint = .zero
                        $0.position = CGPoint(x: 20, y: 20)
                        $0.animate("bounds.size.width", from: 60, to: 160)
                    }
                },
                html: "<img id=a at='20 20 60 160' style='object-fit:cover' src='\(soft.address)'>",
                script: "animate('a', {width: ['60px', '160px']})"),
            Scene(
                "gravities",
                shows: "the nine gravities in the contents' own size, with contents larger than the bounds",
                .aligned,
                layers: { root in
                    let gravities: [CALayerContentsGravity] = [
                        .topLeft, .top, .topRight, .left, .center, .right, .bottomLeft, .bottom, .bottomRight,
                    ]
                    for (index, gravity) in gravities.enumerated() {
                        // In y that grows downwards the edge at the greatest y is the one below.
                        root.add(
                            CALayer(10 + 62 * CGFloat(index % 3), 10 + 62 * CGFloat(index / 3), 46, 46, 0xE4E4EE)
                        ) {
                            $0.contents = index == 4 ? SamplePicture.quarters(60, 60).image : quarters.image
                            $0.contentsGravity = gravity
                            $0.masksToBounds = true
                            $0.slide(10)
                        }
                    }
                },
                html: (0..<9).map { index in
                    let (x, y) = (["left", "center", "right"][index % 3], ["top", "center", "bottom"][index / 3])
                    let address = index == 4 ? SamplePicture.quarters(60, 60).address : quarters.address
                    return
                        "<img id=g\(index) at='\(10 + 62 * (index % 3)) \(10 + 62 * (index / 3)) 46 46' src='\(address)' "
                        + "style='background:#e4e4ee;object-fit:none;object-position:\(x) \(y)'>"
                }.joined(),
                script: """
                    for (let i = 0; i < 9; i++) animate('g' + i, {transform: ['translateX(0)', 'translateX(10px)']})
                    """),
            Scene(
                "contents-scale", shows: "contentsScale, with contents in their own size", .edges,
                layers: { root in
                    for (index, scale) in [0.5, 2, 4].enumerated() {
                        root.add(CALayer(20, 14 + 60 * CGFloat(index), 90, 50, 0xE4E4EE)) {
                            $0.contents = [quarters, soft, large][index].image
                            $0.contentsGravity = .center
                            $0.contentsScale = scale
                            $0.masksToBounds = true
                            $0.slide(70)
                        }
                    }
                },
                html: [".5x", "2x", "4x"].enumerated().map { index, density in
                    let address = [quarters, soft, large][index].address
                    return "<div id=s\(index) at='20 \(14 + 60 * index) 90 50' "
                        + "style='background:#e4e4ee image-set(url(\(address)) \(density)) center no-repeat'></div>"
                }.joined(),
                script: """
                    for (let i = 0; i < 3; i++) animate('s' + i, {transform: ['translateX(0)', 'translateX(70px)']})
                    """),
            Scene(
                "contents-rect", shows: "contentsRect", .edges,
                layers: {
                    $0.add(CALayer(40, 40, 120, 120)) {
                        $0.contents = large.image
                        $0.animate(
                            "contentsRect", from: CGRect(x: 0, y: 0, width: 0.46875, height: 0.46875),
                            to: CGRect(x: 0.53125, y: 0.25, width: 0.46875, height: 0.46875))
                    }
                },
                html: "<div id=a at='40 40 120 120' style='background-image:url(\(large.address))'></div>",
                script: "animate('a', {backgroundPosition: ['0px 0px', '-136px -64px']})"),
            Scene(
                "contents-center", shows: "contentsCenter: nine parts, the middle ones stretched", .edges,
                allowing: .stretching,
                layers: {
                    $0.add(CALayer(20, 20, 60, 60)) {
                        $0.contents = frame.image
                        $0.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
                        $0.anchorPoint = .zero
                        $0.position = CGPoint(x: 20, y: 20)
                        $0.animate(
                            "bounds.size", from: CGSize(width: 60, height: 60), to: CGSize(width: 160, height: 110))
                    }
                },
                html: """
                    <div id=a at='20 20 60 60' style='border:10px solid;border-image:url(\(frame.address)) 10 fill stretch'></div>
                    """,
                script: "animate('a', {width: ['60px', '160px'], height: ['60px', '110px']})"),
            Scene(
                "contents-nearest", shows: "magnificationFilter nearest", .aligned,
                layers: {
                    $0.add(CALayer(20, 40, 80, 64)) {
                        $0.contents = quarters.image
                        $0.magnificationFilter = .nearest
                        $0.slide(60)
                    }
                },
                html: "<img id=a at='20 40 80 64' style='image-rendering:pixelated' src='\(quarters.address)'>",
                script: "animate('a', {transform: ['translateX(0)', 'translateX(60px)']})"),
            Scene(
                "contents-reduce", shows: "contents made smaller", .edges, allowing: .reducing,
                layers: {
                    $0.add(CALayer(20, 20, 160, 160)) {
                        $0.contents = large.image
                        $0.animate("transform.scale", from: 1, to: 0.2)
                    }
                },
                html: "<img id=a at='20 20 160 160' src='\(large.address)'>",
                script: "animate('a', {transform: ['scale(1)', 'scale(.2)']})"),
            Scene(
                "contents-rotate", shows: "contents, rotated", .edges,
                layers: {
                    $0.add(CALayer(50, 50, 100, 100)) {
                        $0.contents = soft.image
                        $0.animateRotation(to: 120)
                    }
                },
                html: "<img id=a at='50 50 100 100' src='\(soft.address)'>",
                script: "animate('a', {transform: ['rotate(0deg)', 'rotate(120deg)']})"),
            Scene(
                "rasterize", shows: "shouldRasterize: the same picture", .edges,
                layers: {
                    $0.add(CALayer(50, 50, 100, 100, 0xDDCC99)) {
                        $0.shouldRasterize = true
                        $0.add(CALayer(20, 20, 40, 60, 0x884422))
                        $0.animate("opacity", from: 1, to: 0.3)
                        $0.slide(30)
                    }
                },
                html: """
                    <div id=a at='50 50 100 100' style='background:#ddcc99'><div at='20 20 40 60' style='background:#884422'></div>
                    </div>
                    """,
                script: "animate('a', {opacity: [1, .3], transform: ['translateX(0)', 'translateX(30px)']})"),
        ]
    }
}
