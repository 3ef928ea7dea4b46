import Foundation
import MainspringFoundation
import Testing

@Suite struct BridgingTests {
    @Test(arguments: [0, 1.5, -2, .infinity] as [CGFloat])
    func `a CGFloat is cast to an NSNumber and back`(value: CGFloat) {
        let number = (value as Any) as? NSNumber
        #expect(number?.doubleValue == Double(value))
        #expect((number as Any) as? CGFloat == value)
    }

    @Test func `an NSValue of Core Graphics' structures gives them back`() {
        let rectangle = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(NSValue(cgRect: rectangle).cgRectValue == rectangle)
        #expect(NSValue(cgPoint: rectangle.origin).cgPointValue == rectangle.origin)
        #expect(NSValue(cgSize: rectangle.size).cgSizeValue == rectangle.size)
    }

    @Test func `structures are cast to an NSValue and back`() {
        let rectangle = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(((rectangle as Any) as? NSValue)?.rectValue == rectangle)
        #expect((NSValue(rect: rectangle) as Any) as? CGRect == rectangle)
        #expect(((rectangle.origin as Any) as? NSValue)?.pointValue == rectangle.origin)
        #expect((NSValue(point: rectangle.origin) as Any) as? CGPoint == rectangle.origin)
        #expect(((rectangle.size as Any) as? NSValue)?.sizeValue == rectangle.size)
        #expect((NSValue(size: rectangle.size) as Any) as? CGSize == rectangle.size)
        let range = NSRange(location: 1, length: 2)
        #expect(((range as Any) as? NSValue)?.rangeValue == range)
        #expect((NSValue(range: range) as Any) as? NSRange == range)
    }

    @Test func `a value that holds another structure is not cast`() {
        let point = NSValue(point: .zero) as Any
        #expect(point as? CGRect == nil)
        #expect(point as? CGSize == nil)
        #expect(point as? NSRange == nil)
        #expect((NSNumber(value: 1) as Any) as? CGPoint == nil)
    }
}
