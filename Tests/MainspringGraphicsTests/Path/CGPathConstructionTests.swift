import Foundation
import Testing

@testable import MainspringGraphics

@Suite struct CGPathConstructionTests {
    @Test func `elements are added in order, and the current point is the last one's end`() {
        let path = CGMutablePath()
        #expect(path.isEmpty && path.currentPoint == .zero && path.boundingBox.isNull && path.boundingBoxOfPath.isNull)
        path.move(to: CGPoint(x: 1, y: 2))
        #expect(!path.isEmpty)
        path.addLine(to: CGPoint(x: 3, y: 4))
        path.addQuadCurve(to: CGPoint(x: 7, y: 8), control: CGPoint(x: 5, y: 6))
        path.addCurve(to: CGPoint(x: 5, y: 5), control1: CGPoint(x: 1, y: 1), control2: CGPoint(x: 3, y: 3))
        #expect(path.currentPoint == CGPoint(x: 5, y: 5))
        path.closeSubpath()
        #expect(path.currentPoint == CGPoint(x: 1, y: 2))
        #expect(path.written == "M 1,2 L 3,4 Q 5,6 7,8 C 1,1 3,3 5,5 Z")
    }

    @Test func `a map is applied to what is added`() {
        let (path, double) = (CGMutablePath(), CGAffineTransform(scaleX: 2, y: 2))
        path.move(to: CGPoint(x: 1, y: 2), transform: double)
        path.addLine(to: CGPoint(x: 3, y: 4), transform: double)
        path.addQuadCurve(to: CGPoint(x: 7, y: 8), control: CGPoint(x: 5, y: 6), transform: double)
        path.addCurve(
            to: CGPoint(x: 5, y: 5), control1: CGPoint(x: 1, y: 1), control2: CGPoint(x: 3, y: 3), transform: double)
        path.addRect(CGRect(x: 1, y: 1, width: 1, height: 1), transform: double)
        path.addLines(between: [CGPoint(x: 1, y: 1), CGPoint(x: 2, y: 2)], transform: double)
        #expect(
            path.written
                == "M 2,4 L 6,8 Q 10,12 14,16 C 2,2 6,6 10,10 M 2,2 L 4,2 L 4,4 L 2,4 Z M 2,2 L 4,4")
        let copy = CGMutablePath()
        copy.addPath(path, transform: CGAffineTransform(scaleX: 0.5, y: 0.5))
        copy.addPath(copy)
        #expect(
            copy.written.hasPrefix("M 1,2 L 3,4 Q 5,6 7,8")
                && copy.contents.types.count == 2 * path.contents.types.count)
    }

    @Test func `a line without a current point is ignored`() {
        let path = CGMutablePath()
        path.addLine(to: CGPoint(x: 3, y: 4))
        path.addCurve(to: .zero, control1: .zero, control2: .zero)
        path.addQuadCurve(to: .zero, control: .zero)
        path.addArc(tangent1End: .zero, tangent2End: CGPoint(x: 1, y: 1), radius: 1)
        path.closeSubpath()
        path.addLines(between: [])
        #expect(path.isEmpty)
    }

    @Test func `closing twice closes once, and what follows goes on from the start`() {
        let path = CGMutablePath()
        path.addLines(between: [CGPoint(x: 1, y: 1), CGPoint(x: 2, y: 1), CGPoint(x: 2, y: 2)])
        path.closeSubpath()
        path.closeSubpath()
        path.addLine(to: CGPoint(x: 0, y: 1))
        #expect(path.written == "M 1,1 L 2,1 L 2,2 Z L 0,1")
        #expect(path.contents.subpaths.map(\.start) == [CGPoint(x: 1, y: 1), CGPoint(x: 1, y: 1)])
    }

    @Test func `shapes begin and go round as documented`() {
        let rect = CGRect(x: 0, y: 0, width: 100, height: 50)
        #expect(CGPath(rect: rect, transform: nil).written == "M 0,0 L 100,0 L 100,50 L 0,50 Z")
        #expect(
            CGPath(rect: CGRect(x: 100, y: 50, width: -100, height: -50), transform: nil)
                == CGPath(rect: rect, transform: nil))
        #expect(
            CGPath(ellipseIn: rect, transform: nil).written
                == "M 100,25 C 100,38.807 77.614,50 50,50 C 22.386,50 0,38.807 0,25 C 0,11.193 22.386,0 50,0 "
                + "C 77.614,0 100,11.193 100,25 Z")
        #expect(
            CGPath(roundedRect: rect, cornerWidth: 10, cornerHeight: 20, transform: nil).written
                == "M 100,25 L 100,30 C 100,41.046 95.523,50 90,50 L 10,50 C 4.477,50 0,41.046 0,30 L 0,20 "
                + "C 0,8.954 4.477,0 10,0 L 90,0 C 95.523,0 100,8.954 100,20 Z")
        var move = CGAffineTransform(translationX: 1, y: 2)
        #expect(CGPath(rect: rect, transform: &move).written == "M 1,2 L 101,2 L 101,52 L 1,52 Z")
    }

    @Test(
        arguments: [
            (0, 0, "M 0,0 L 10,0 L 10,10 L 0,10 Z"), (-1, 5, "M 0,0 L 10,0 L 10,10 L 0,10 Z"),
            (.nan, 5, "M 0,0 L 10,0 L 10,10 L 0,10 Z"),
        ] as [(CGFloat, CGFloat, String)])
    func `a rounded rectangle without corners is a rectangle`(width: CGFloat, height: CGFloat, written: String) {
        let rect = CGRect(x: 0, y: 0, width: 10, height: 10)
        #expect(CGPath(roundedRect: rect, cornerWidth: width, cornerHeight: height, transform: nil).written == written)
    }

    @Test func `corners that are too large are as large as can be`() {
        let rect = CGRect(x: 0, y: 0, width: 10, height: 20)
        let path = CGPath(roundedRect: rect, cornerWidth: 50, cornerHeight: .infinity, transform: nil)
        #expect(path == CGPath(roundedRect: rect, cornerWidth: 5, cornerHeight: 10, transform: nil))
        #expect(path.boundingBox == rect)
    }

    @Test func `the null rectangle is no shape`() {
        let path = CGMutablePath()
        path.addRect(.null)
        path.addEllipse(in: .null)
        path.addRoundedRect(in: .null, cornerWidth: 1, cornerHeight: 1)
        path.addRects([.null, .null])
        #expect(path.isEmpty)
    }

    @Test(arguments: strangeNumbers)
    func `no element has a coordinate that is infinite or no number`(number: CGFloat) {
        let path = CGMutablePath()
        let point = CGPoint(x: 1, y: number)
        path.move(to: point)
        path.move(to: .zero)
        path.addLine(to: point)
        path.addQuadCurve(to: .zero, control: point)
        path.addCurve(to: .zero, control1: .zero, control2: point)
        path.addRect(CGRect(x: number, y: 0, width: 10, height: number))
        path.addEllipse(in: CGRect(x: number, y: 0, width: 10, height: number))
        path.addRoundedRect(
            in: CGRect(x: 0, y: 0, width: 10, height: 10), cornerWidth: number, cornerHeight: number)
        path.addArc(center: point, radius: number, startAngle: number, endAngle: 1, clockwise: true)
        path.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: number, clockwise: false)
        path.addRelativeArc(center: .zero, radius: 1, startAngle: 0, delta: number)
        path.addArc(tangent1End: point, tangent2End: CGPoint(x: number, y: 5), radius: number)
        path.addLine(to: CGPoint(x: 1, y: 1), transform: CGAffineTransform(scaleX: number, y: number))
        path.addPath(path, transform: CGAffineTransform(scaleX: number, y: 1))
        let isFinite = path.contents.points.allSatisfy { $0.isFinite }
        #expect(isFinite)
        #expect(path.contents.types.count < 100)
        _ = (path.boundingBox, path.boundingBoxOfPath, path.isRect(nil), path.hashValue)
        _ = path.contains(point)
        _ = path.contains(.zero, using: .evenOdd, transform: CGAffineTransform(scaleX: number, y: number))
        _ = path.flattened(threshold: max(number, 0.01))
        _ = path.copy(strokingWithWidth: number, lineCap: .round, lineJoin: .miter, miterLimit: number)
        _ = path.copy(strokingWithWidth: 1, lineCap: .square, lineJoin: .round, miterLimit: 10)
        _ = path.copy(dashingWithPhase: number, lengths: [number, 1])
        let measure = CGPathMeasure(path)
        _ = (measure.point(atLength: number), measure.tangent(atLength: number))
    }
}
