internal import CPangoText
internal import Foundation
internal import Locks

/// Which families stand for a name, and which names were found to be missing.
enum FontFamilies {
    /// Names are looked up once: fontconfig takes some hundred microseconds. Beyond so many they are looked up each time.
    private static let most = 1_000
    private static let known = Guarded<[String: Bool]>([:])

    /// What Apple's systems always have, by what every system has.
    private static let standard: [String: String] = {
        let names = [
            "Sans": [
                "helvetica", "helveticaneue", "arial", ".applesystemuifont", "applesystemuifont", "sfpro", "sfprotext",
                "sfprodisplay", "system", "systemfont", "avenir", "avenirnext", "lucidagrande", "verdana", "geneva",
            ],
            "Serif": ["times", "timesnewroman", "georgia", "palatino", "newyork"],
            "Monospace": ["menlo", "monaco", "courier", "couriernew", "sfmono"],
        ]
        return Dictionary(names.flatMap { family, names in names.map { ($0, family) } }) { first, _ in first }
    }()
    private static let generic: Set = ["sans", "sansserif", "serif", "monospace", "systemui", "emoji"]

    /// Pango's list of families for a name; tells a name that is missing, once.
    static func list(for name: String) -> String {
        // Pango separates names by commas, and C ends them at NUL.
        let name = String(name.unicodeScalars.prefix(200).map { $0 == "," || $0.value < 32 ? " " : Character($0) })
        let key = name.lowercased().filter { $0 != " " && $0 != "-" }
        guard !key.isEmpty else { return "Sans" }
        if generic.contains(key) { return name }
        if isInstalled(name) { return "\(name),Sans" }
        if let standard = standard[key] { return "\(name),\(standard)" }
        DrawingComplaint.say(
            "the font \"\(name)\" is not installed; texts in it are drawn in another one. Install it, or name one that fc-list shows."
        )
        return "\(name),Sans"
    }

    private static func isInstalled(_ name: String) -> Bool {
        if let answer = known.withLock({ $0[name] }) { return answer }
        let answer = pango_text_has_family(name)
        known.withLock { if $0.count < most { $0[name] = answer } }
        return answer
    }
}
