internal import CXCB
internal import MainspringApplication

extension EventModifiers {
    /// The keys of the server's mask, by the usual names of its eight: the first one more is Alt, the second the number
    /// pad's lock, the fourth the key with a window.
    init(mask: UInt32) {
        let names: [(xcb_mod_mask_t, EventModifiers)] = [
            (XCB_MOD_MASK_SHIFT, .shift), (XCB_MOD_MASK_LOCK, .capsLock), (XCB_MOD_MASK_CONTROL, .control),
            (XCB_MOD_MASK_1, .option), (XCB_MOD_MASK_2, .numericPad), (XCB_MOD_MASK_4, .command),
        ]
        self = []
        for (bit, modifier) in names where mask & bit.rawValue != 0 { insert(modifier) }
    }
}
