internal import CXCB

/// How many frames a second the display shows: what its mode says, where it says something of use.
enum DisplayRate {
    static let usual = 60

    static func framesPerSecond(_ connection: X11Connection) -> Int {
        guard connection.extensions.hasDisplayModes else { return usual }
        let raw = connection.raw
        let cookie = xcb_randr_get_screen_resources_current(raw, connection.screen.root)
        guard let resources = CReply(xcb_randr_get_screen_resources_current_reply(raw, cookie, nil)) else {
            return usual
        }
        let displays = UnsafeBufferPointer(
            start: xcb_randr_get_screen_resources_current_crtcs(resources.pointer), count: Int(resources.num_crtcs))
        let modes = UnsafeBufferPointer(
            start: xcb_randr_get_screen_resources_current_modes(resources.pointer), count: Int(resources.num_modes))
        for display in displays.prefix(16) {
            let question = xcb_randr_get_crtc_info(raw, display, resources.config_timestamp)
            guard let answer = CReply(xcb_randr_get_crtc_info_reply(raw, question, nil)), answer.mode != 0,
                let mode = modes.first(where: { $0.id == answer.mode })
            else { continue }
            return rate(dots: mode.dot_clock, columns: mode.htotal, rows: mode.vtotal)
        }
        return usual
    }

    static func rate(dots: UInt32, columns: UInt16, rows: UInt16) -> Int {
        guard dots > 0, columns > 0, rows > 0 else { return usual }
        let rate = (Double(dots) / (Double(columns) * Double(rows))).rounded()
        return rate >= 20 && rate <= 1000 ? Int(rate) : usual
    }
}
