internal import CXCB
internal import Foundation
internal import MainspringGraphics

/// The numbers of a device that tell how far it has scrolled since ever, and what is a notch of each.
struct ScrollValuators {
    struct Axis: Equatable {
        let number: Int
        let isVertical: Bool
        /// So much is a notch.
        let increment: Double
    }

    private(set) var axes: [Axis] = []
    private var last: [Int: Double] = [:]

    /// What a device says of itself: classes one after another, each with its length. Broken ones are left out.
    mutating func read(_ classes: UnsafeRawBufferPointer, count: Int) {
        axes = []
        last = [:]
        var place = 0
        for _ in 0..<count {
            guard place + MemoryLayout<xcb_input_device_class_t>.size <= classes.count else { return }
            let head = classes.loadUnaligned(fromByteOffset: place, as: xcb_input_device_class_t.self)
            let length = Int(head.len) * 4
            guard length > 0, place + length <= classes.count else { return }
            if head.type == UInt16(XCB_INPUT_DEVICE_CLASS_TYPE_SCROLL.rawValue),
                length >= MemoryLayout<xcb_input_scroll_class_t>.size
            {
                let scroll = classes.loadUnaligned(fromByteOffset: place, as: xcb_input_scroll_class_t.self)
                let increment = scroll.increment.value
                if increment != 0, axes.count < 8 {
                    let isVertical = scroll.scroll_type == UInt16(XCB_INPUT_SCROLL_TYPE_VERTICAL.rawValue)
                    axes.append(Axis(number: Int(scroll.number), isVertical: isVertical, increment: increment))
                }
            }
            place += length
        }
    }

    /// What was scrolled elsewhere is not known: the next numbers are the first.
    mutating func forget() { last = [:] }

    /// How many notches the content goes, right and down positive; nil for none.
    /// - Parameter value: A number that the event tells, nil where it does not.
    mutating func delta(_ value: (Int) -> Double?) -> CGVector? {
        var delta = CGVector.zero
        for axis in axes {
            guard let new = value(axis.number) else { continue }
            defer { last[axis.number] = new }
            guard let old = last[axis.number] else { continue }
            // The device counts as the view moves over the content.
            let notches = -(new - old) / axis.increment
            if axis.isVertical { delta.dy += notches } else { delta.dx += notches }
        }
        return delta == .zero ? nil : delta
    }
}
