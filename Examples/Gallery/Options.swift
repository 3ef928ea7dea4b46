/// What the command line asks for.
struct Options {
    var screens = Screen.all
    var first = 0
    var lists = false
    var frames: String?
    var recording: String?
    var helps = false

    struct Mistake: Error {
        let sentence: String
    }

    static let help = """
        Gallery shows what layers can do, a screen for each subject.

          Gallery                       in a window; left and right arrows go on, Escape ends
          Gallery --screen NAME         begins with a screen; with the options below, that one alone
          Gallery --list                says which screens there are
          Gallery --frames FOLDER       paints each screen at three instants, as PNG files; no display is needed
          Gallery --record FILE.webp    paints a walk through the screens, or four seconds of one, as an animation
        """

    init(_ arguments: [String]) throws {
        var left = arguments[...]
        var name: String?
        while let option = left.popFirst() {
            func value() throws -> String {
                guard let value = left.popFirst() else { throw Mistake(sentence: "\(option) needs a value behind it.") }
                return value
            }
            switch option {
            case "--screen": name = try value()
            case "--list": lists = true
            case "--frames": frames = try value()
            case "--record": recording = try value()
            case "--help", "-h": helps = true
            default: throw Mistake(sentence: "\(option) is no option of the gallery; --help says which there are.")
            }
        }
        guard let name else { return }
        guard let number = screens.firstIndex(where: { $0.name == name }) else {
            throw Mistake(sentence: "There is no screen \"\(name)\"; --list says which there are.")
        }
        first = number
        if frames != nil || recording != nil { (screens, first) = ([screens[number]], 0) }
    }
}
