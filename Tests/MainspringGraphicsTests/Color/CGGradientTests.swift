import Foundation
import Testing

@testable import MainspringGraphics

@Suite struct CGGradientTests {
    private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

    @Test func `colours without places are spread evenly`() throws {
        let gradient = try #require(CGGradient(colorsSpace: nil, colors: [red, blue, red] as CFArray, locations: nil))
        #expect(gradient.stops.map(\.location) == [0, 0.5, 1])
        #expect(gradient.stops.map(\.color) == [red, blue, red])
        #expect(gradient.colorSpace.name == CGColorSpace.sRGB)
    }

    @Test func `places are put in order and within 0 and 1`() throws {
        let gradient = try #require(
            CGGradient(colorsSpace: nil, colors: [red, blue, red, blue], locations: [2, 0.5, -1, .nan]))
        #expect(gradient.stops.map(\.location) == [0, 0, 0.5, 1])
        #expect(gradient.stops.map(\.color) == [red, blue, blue, red])
    }

    @Test func `components and colours make the same gradient`() throws {
        let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        let first = CGGradient(colorsSpace: space, colors: [red, blue], locations: [0, 1])
        let second = CGGradient(
            colorSpace: space, colorComponents: [1, 0, 0, 1, 0, 0, 1, 1], locations: nil, count: 2)
        #expect(first == second && first?.hashValue == second?.hashValue)
        let grey = CGGradient(
            colorSpace: CGColorSpaceCreateDeviceGray(), colorComponents: [0, 1, 1, 0.5], locations: nil, count: 2)
        #expect(grey?.stops.map(\.color.components) == [[0, 1], [1, 0.5]])
    }

    @Test func `without colours there is no gradient`() throws {
        #expect(CGGradient(colorsSpace: nil, colors: [], locations: nil) == nil)
        #expect(CGGradient(colorsSpace: nil, colors: ["red"], locations: nil) == nil)
        for count in [0, -1] {
            #expect(
                CGGradient(
                    colorSpace: CGColorSpaceCreateDeviceRGB(), colorComponents: [1], locations: nil, count: count)
                    == nil)
        }
        #expect(CGGradient(colorsSpace: nil, colors: [red], locations: nil)?.stops.count == 1)
    }

    @Test func `the options' bits are Apple's`() {
        #expect(CGGradientDrawingOptions.drawsBeforeStartLocation.rawValue == 1)
        #expect(CGGradientDrawingOptions.drawsAfterEndLocation.rawValue == 2)
    }
}
